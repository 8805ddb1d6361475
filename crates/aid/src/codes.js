// A game as a series of codes that another phone's camera reads. Each code is an address of this aid with a part of the game
// behind the sign #, which no browser sends to a server; of an aid that is a file, each is the part alone.

// ---- QR codes: bytes, versions 1 to 15, the lowest level of correction (ISO/IEC 18004)

const LARGEST = 15;
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];

/** How many bytes of data and correction a version holds. */
function codewords(version) {
  const along = Math.floor(version / 7) + 2;
  const patterns = version === 1 ? 0 : (25 * along - 10) * along - 55;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8);
}

const room = (version) => codewords(version) - CHECKS[version - 1] * BLOCKS[version - 1];
const bytesIn = (version) => room(version) - (version < 10 ? 2 : 3);

/** A product in the field of 256 numbers that codes reckon in. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

function generator(n) {
  const terms = [...Array(n - 1).fill(0), 1];
  let root = 1;
  for (let at = 0; at < n; at += 1) {
    for (let term = 0; term < n; term += 1) terms[term] = times(terms[term], root) ^ (terms[term + 1] ?? 0);
    root = times(root, 2);
  }
  return terms;
}

function checksOf(data, terms) {
  const rest = terms.map(() => 0);
  for (const byte of data) {
    const by = byte ^ rest.shift();
    rest.push(0);
    terms.forEach((term, n) => { rest[n] ^= times(term, by); });
  }
  return rest;
}

/** All bytes of a code in the order in which they are drawn. */
function drawn(bytes, version) {
  const bits = [];
  const put = (value, n) => { for (let bit = n - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, 8 * room(version) - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < 8 * room(version); pad ^= 0xfd) put(pad, 8);
  const data = Array.from({ length: bits.length / 8 }, (_, n) => bits.slice(8 * n, 8 * n + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  const [checks, n] = [CHECKS[version - 1], BLOCKS[version - 1]];
  const [short, terms] = [Math.floor(room(version) / n), generator(checks)];
  const n_short = n - (room(version) % n);
  let at = 0;
  const blocks = Array.from({ length: n }, (_, block) => data.slice(at, (at += short + (block < n_short ? 0 : 1))));
  const corrections = blocks.map((block) => checksOf(block, terms));
  const woven = (rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, place) => rows.map((row) => row[place])).flat();
  return [...woven(blocks), ...woven(corrections)].filter((byte) => byte !== undefined);
}

const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** A value with its check bits behind it. */
function checked(value, by, n) {
  let rest = value;
  for (let bit = 0; bit < n; bit += 1) rest = (rest << 1) ^ ((rest >> (n - 1)) * by);
  return (value << n) | rest;
}

/** The rows of a code under one mask: true where it is dark. */
function rowsOf(version, woven, mask) {
  const size = 17 + 4 * version;
  const [rows, fixed] = [0, 1].map(() => Array.from({ length: size }, () => Array(size).fill(false)));
  const set = (x, y, dark) => { if (rows[y]?.[x] !== undefined) { rows[y][x] = Boolean(dark); fixed[y][x] = true; } };
  const rings = (x, y, reach, dark) => { for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy)))); };
  for (let n = 0; n < size; n += 1) { set(6, n, n % 2 === 0); set(n, 6, n % 2 === 0); }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, (far) => far !== 2 && far !== 4);
  const along = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * along - 2)) * 2;
  const places = Array.from({ length: along }, (_, n) => (n === 0 ? 6 : size - 7 - (along - 1 - n) * step));
  places.forEach((x, a) => places.forEach((y, b) => {
    const corner = (a === 0 && (b === 0 || b === along - 1)) || (b === 0 && a === along - 1);
    if (!corner) rings(x, y, 2, (far) => far !== 1);
  }));
  const format = checked(8 + mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (format >> bit) & 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, dark);
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const told = checked(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const [a, b] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(a, b, (told >> bit) & 1);
      set(b, a, (told >> bit) & 1);
    }
  }
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        const dark = (woven[bit >> 3] >> (7 - (bit & 7))) & 1;
        rows[y][x] = Boolean(dark) !== (MASKS[mask](x, y) === 0);
        bit += 1;
      }
    }
  }
  return rows;
}

/** How hard a code is to read, as the standard counts it. */
function hardness(rows) {
  const size = rows.length;
  let sum = 0;
  for (const lines of [rows, rows[0].map((_, x) => rows.map((row) => row[x]))]) {
    for (const line of lines) {
      const text = line.map(Number).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      sum += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
    }
  }
  for (let y = 1; y < size; y += 1) for (let x = 1; x < size; x += 1) if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
  const dark = rows.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}

/** The rows of the code of a text, under every mask, and which of them is the easiest to read. */
function codesOf(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CHECKS.findIndex((_, n) => bytesIn(n + 1) >= bytes.length) + 1;
  if (!version) throw new Error("too long for a code");
  const woven = drawn(bytes, version);
  const all = MASKS.map((_, mask) => rowsOf(version, woven, mask));
  const each = all.map(hardness);
  return { all, best: each.indexOf(Math.min(...each)) };
}

/** A code as a picture, with the quiet edge that it needs. */
function pictureOf(text) {
  const { all, best } = codesOf(text);
  const size = all[best].length + 8;
  const path = all[best].flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

// ---- a game in parts

const PART = /aid1\.([0-9a-f]{8})\.([0-9]{1,3})\.([0-9]{1,3})\.([A-Za-z0-9_-]+)/g;

const through = async (stream, bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const packs = () => typeof CompressionStream === "function";

function sumOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** A text in parts: its sum, which part of how many, and the part. */
async function inParts(text, before) {
  const plain = new TextEncoder().encode(text);
  const bytes = packs() ? await through(new CompressionStream("deflate-raw"), plain) : plain;
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  const whole = (packs() ? "z" : "p") + btoa(signs).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const length = bytesIn(LARGEST) - before.length - "aid1.00000000.000.000.".length;
  const of = Math.ceil(whole.length / length);
  if (of > 999) return [];
  return Array.from({ length: of }, (_, n) => `${before}aid1.${sumOf(whole)}.${n + 1}.${of}.${whole.slice(n * length, (n + 1) * length)}`);
}

/** Adds to the parts that are here those that stand in a text; parts of another game take their place. */
function withParts(known, text) {
  let parts = known;
  for (const [, sum, n, of, part] of text.matchAll(PART)) {
    if (parts?.sum !== sum || parts.of !== Number(of)) parts = { sum, of: Number(of), got: {} };
    if (Number(n) >= 1 && Number(n) <= parts.of) parts.got[n] = part;
  }
  return parts;
}

const missing = (parts) => Array.from({ length: parts.of }, (_, n) => n + 1).filter((n) => !(n in parts.got));

/** The text that parts make, all of which are here; nothing where they do not fit together. */
async function joined(parts) {
  const whole = Array.from({ length: parts.of }, (_, n) => parts.got[n + 1]).join("");
  if (sumOf(whole) !== parts.sum) return undefined;
  try {
    const bytes = Uint8Array.from(atob(whole.slice(1).replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(whole[0] === "z" ? await through(new DecompressionStream("deflate-raw"), bytes) : bytes);
  } catch { return undefined; }
}

// Digests as the log has them. Stands before the scripts that compute any.

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

// The fractional parts of the roots of the first primes, as SHA-256 has them.
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const part = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = primes.map((prime) => part(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => part(Math.sqrt(prime)));

/** SHA-256, since browsers have none of their own on a plain connection within a house. */
function sha256(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Int32Array.from(START);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let n = 0; n < 16; n += 1) w[n] = view.getInt32(at + 4 * n);
    for (let n = 16; n < 64; n += 1) {
      const low = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const high = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w[n] = (w[n - 16] + low + w[n - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + w[n]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => { state[n] = (state[n] + word) | 0; });
  }
  const sum = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => sum.setInt32(4 * n, word));
  return hex(new Uint8Array(sum.buffer));
}

/** The digest of fields: texts and bytes with their length before them, numbers alone, both as 8 bytes. */
function digestOf(...fields) {
  const text = new TextEncoder();
  const eight = (number) => Array.from({ length: 8 }, (_, n) => Math.floor(number / 256 ** (7 - n)) % 256);
  const message = [];
  for (const field of fields) {
    const bytes = typeof field === "string" ? text.encode(field) : field;
    if (typeof bytes === "number") message.push(...eight(bytes)); else message.push(...eight(bytes.length), ...bytes);
  }
  return sha256(Uint8Array.from(message));
}


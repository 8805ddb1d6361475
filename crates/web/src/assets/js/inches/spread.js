// Handles of points that lie close together: each has room of its own, tied to its point. Places and sizes are those of
// marks on the screen.

/** How far apart handles lie at least, from middle to middle: none reaches into another. */
const APART = 28;

/** How near to what stands on the map a handle would cover it. */
const COVERS = 24;

/** What it costs a handle to leave its way toward the enemy by a twelfth of a turn, to cross another's tie, to cover what
 *  stands, to cross a name with its tie or to cover it, and to leave the map. */
const COSTS = { turn: 3, cross: 60, cover: 45, name: 80, out: 500 };

/** How far from its point a handle lies at most, as a share of the width of the map, and in any case. Beyond that a tie says
 *  no longer what it belongs to: the point keeps a dot, and its handle comes when one looks nearer. */
const FARTHEST = { share: 4, most: 120 };
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6];

const crosses = ([a, b], [c, d]) => {
  const turn = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
};

const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** Whether a line touches a box: an end lies in it, or it crosses one of the diagonals. */
const touches = ([from, to], [left, top, right, bottom]) => {
  const within = ([x, y]) => x > left && x < right && y > top && y < bottom;
  const diagonals = [[[left, top], [right, bottom]], [[left, bottom], [right, top]]];
  return within(from) || within(to) || diagonals.some((diagonal) => crosses([from, to], diagonal));
};

/**
 * How far from its point each handle lies; nothing where there is no room near it. A point with room around it bears its
 * handle itself; any other handle goes where it costs least: near, toward the enemy, over nothing that stands or is named.
 * @param points each with its place (`at`), the way to the enemy (`toward`), whether something stands on it (`taken`), and
 *   whether it is in hand (`first`): such a point always has a handle
 * @param names the boxes of names: left, top, right, bottom
 */
const spread = (points, stands, names, [width, height]) => {
  const farthest = Math.min(FARTHEST.most, width / FARTHEST.share);
  const offs = points.map(() => null);
  const placed = [];
  const put = (n, [x, y]) => {
    const { at } = points[n];
    offs[n] = [x, y];
    placed.push({ at: [at[0] + x, at[1] + y], tie: [at, [at[0] + x, at[1] + y]] });
  };
  const alone = ({ at, taken }, n) => !taken && points.every((other, nth) => nth === n || away(at, other.at) >= APART);
  points.forEach((point, n) => { if (alone(point, n)) put(n, [0, 0]); });
  const order = points.map((_, n) => n).sort((one, other) => Number(points[other].first) - Number(points[one].first));
  order.forEach((n) => {
    const { at, toward, taken, first } = points[n];
    if (offs[n]) return;
    const straight = Math.atan2(toward[1], toward[0]);
    const ways = taken ? [] : [[0, 0, 0]];
    for (let far = BESIDE; far <= farthest; far += APART) {
      for (const turn of TURNS) {
        const angle = straight + (turn * Math.PI) / 6;
        ways.push([far * Math.cos(angle), far * Math.sin(angle), far + COSTS.turn * Math.abs(turn)]);
      }
    }
    let best = null;
    for (const [x, y, way] of ways) {
      const to = [at[0] + x, at[1] + y];
      if (best && way >= best.cost) continue;
      if (placed.some((other) => away(to, other.at) < APART)) continue;
      const out = to[0] < 0 || to[1] < 0 || to[0] > width || to[1] > height;
      const cost = way + (out ? COSTS.out : 0)
        + COSTS.cross * placed.filter(({ tie }) => crosses([at, to], tie)).length
        + COSTS.cover * stands.filter((stand) => away(to, stand) < COVERS).length
        + COSTS.name * names.filter((name) => touches([at, to], name)).length;
      if (!best || cost < best.cost) best = { x, y, cost };
    }
    if (best || first) put(n, best ? [best.x, best.y] : beside(...toward));
  });
  return offs;
};

// Quaternions, x y z w.

function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

// A quaternion turned about a unit axis.
export function turned(turn, [x, y, z], angle) {
  const [sin, cos] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const made = product([sin * x, sin * y, sin * z, cos], turn);
  return made.map((number) => number / Math.hypot(...made));
}

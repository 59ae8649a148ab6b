/** An affine map, as PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the map that applies the second one, then the first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** Reads the arguments of an operator: six numbers, or a list of them. Anything else is the identity. */
export function matrixOf(args: readonly unknown[]): Matrix {
  const [first] = args;
  const list = Array.from((typeof first === 'number' ? args : first) as ArrayLike<number>);
  return list.length === 6 ? (list as unknown as Matrix) : identity;
}

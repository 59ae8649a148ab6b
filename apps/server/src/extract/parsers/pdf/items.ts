/** A piece of text on a page, as PDF.js gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix: its last two numbers are the place, the two before them have the size of the letters. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly fontName?: string;
}

/** The number, or 0 if a damaged file has none there. */
export const finite = (value: number | undefined): number => (Number.isFinite(value) ? Number(value) : 0);

/** The place of an item along its own direction, so that turned text has lines, too. */
export function frameOf({ transform }: TextItem): {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: number;
} {
  const [a, b, c, d, e, f] = transform.map(finite);
  const angle = Math.atan2(b ?? 0, a ?? 0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: (e ?? 0) * cos + (f ?? 0) * sin,
    y: (f ?? 0) * cos - (e ?? 0) * sin,
    size: Math.hypot(c ?? 0, d ?? 0),
    turn: Math.round(angle / (Math.PI / 2)),
  };
}

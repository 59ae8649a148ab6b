/** The numbers of days that figures can be of, today included. */
export const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

/** The number unless the address has another one. */
export const usualRange = 30 satisfies Range;

/** Reads the number of days from an address; undefined for the usual one and for what is none. */
export const readRange = (days: unknown): Exclude<Range, typeof usualRange> | undefined =>
  ranges.filter((range) => range !== usualRange).find((range) => range === days);

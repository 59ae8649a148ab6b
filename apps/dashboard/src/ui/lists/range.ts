/** The numbers of days that figures can be of, today included. */
export const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

/** The number unless the address has another one. */
export const usualRange = 30 satisfies Range;

/** The days as an address has them. `from` and `to` may be anything: `periodOf` names the problem with them. */
export interface RangeSearch {
  days?: Range;
  from?: string;
  to?: string;
}

/** Max length of a day in an address; longer ones are cut, and are wrong anyway. */
const maxDay = 20;

/** The router parses `2026` in an address as a number. */
const dayText = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value).slice(0, maxDay) : undefined;

/** Reads the range of days from an address. The default number and invalid values are left out. */
export function readRange({ days, from, to }: Record<string, unknown>): RangeSearch {
  const [first, last] = [dayText(from), dayText(to)];
  if (first !== undefined || last !== undefined)
    return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
  const number = ranges.filter((range) => range !== usualRange).find((range) => range === days);
  return number === undefined ? {} : { days: number };
}

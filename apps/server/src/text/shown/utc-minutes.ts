/** A time in ms since 1970 as a person reads it: `2026-01-31 09:30 UTC`. */
export const utcMinutes = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

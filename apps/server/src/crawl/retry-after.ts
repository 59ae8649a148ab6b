/** Returns the wait that a `Retry-After` asks for, in ms: seconds or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Dates of HTTP begin with the name of a day.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

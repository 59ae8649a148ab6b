/** Units that are written right after a number. Units of one letter are told from models (`5G`, `4K`) by their case. */
const unit =
  /^(?:mg|kg|lbs?|oz|km|cm|mm|nm|mi|ft|in|yd|ml|cl|dl|gal|kb|mb|gb|tb|pb|[kmgt]ib|[kmg]bits?|[kmg]bps|[kmg]?hz|kw|mw|kwh|wh|kv|mv|ma|mah|ah|h?pa|bar|psi|sec|secs|ms|us|min|mins|hrs?|px|pt|em|rem|dpi|ppm|rpm|[ap]m|eur|usd|chf|gbp|st|nd|rd|th|er|te|ten|mal|fach|eme|ème|re|nde)$/iu;
const shortUnit = /^(?:[glmhstx]|[VW])$/u;

/** A number with a unit or an ending right after it, or with a word after a hyphen: "25kg", "30-day", "5-й". */
const withUnit = /^(\d[\d.,']*)(?:(\p{L}{1,4})|-([^\p{N}]+))$/u;
const word = /^(?:[\p{L}\p{M}'-]{3,}|(?!\p{Script=Latin})[\p{L}\p{M}]+)$/u;

/** Numbers with separators of thousands: they have none, one each three digits, or those of India. */
const byComma = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const byIndianComma = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const byDot = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const bySpace = /^[1-9]\d{0,2}(?:[' ]\d{3})+(?:[.,]\d+)?$/;
const decimal = /^(\d+)[.,](\d+)$/;

/** True if a number with dots is an address or a version with large parts, not an amount. */
const isAddress = (text: string): boolean => {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => Number(part) < 256);
};

/** Writes a number with a decimal point, and without separators of thousands. Decimals stay as they are written. */
function canonical(text: string, isAmount: boolean): string {
  const [whole = '', decimals = ''] = text.split('.');
  const isLarge = isAmount || whole.length >= 3;
  if (decimals === '' || (isLarge && /^0{2}$/.test(decimals))) return whole;
  return `${whole}.${isAmount && decimals.length === 1 ? `${decimals}0` : decimals}`;
}

/**
 * Returns the canonical form of a number, undefined if a text isn't a number. A comma before three digits separates thousands
 * (`1,299` is 1299). A single dot does so only in an amount of money, since `1.299` is mostly a decimal or a version.
 */
export function numberKey(text: string, isAmount: boolean): string | undefined {
  if (/^\d+$/.test(text)) return text;
  if (byComma.test(text) || byIndianComma.test(text)) return canonical(text.replaceAll(',', ''), true);
  if (byDot.test(text) && (isAmount || text.includes(',') || /\..*\./.test(text)) && !isAddress(text))
    return canonical(text.replaceAll('.', '').replace(',', '.'), true);
  if (bySpace.test(text)) return canonical(text.replace(/[' ]/g, '').replace(',', '.'), true);
  const [, whole, decimals] = decimal.exec(text) ?? [];
  return whole === undefined
    ? undefined
    : canonical(`${whole}.${decimals}`, isAmount || (text.includes(',') && decimals === '00'));
}

/** The number in "25kg", "30-day" or "3rd", undefined if a text is something else. */
export function numberOfUnit(text: string): string | undefined {
  const [, number, ending, after] = withUnit.exec(text) ?? [];
  if (number === undefined) return undefined;
  if (ending !== undefined) return unit.test(ending) || shortUnit.test(ending) ? number : undefined;
  return after !== undefined && word.test(after) ? number : undefined;
}

const dates = [
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: [1, 2, 3] },
  { form: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: [3, 2, 1] },
] as const;

/** Returns a date as YYYY-MM-DD if its order is certain: 2026-07-03 or 3.7.2026, but not 3/7/2026. */
export function dateKey(text: string): string | undefined {
  for (const { form, order } of dates) {
    const found = form.exec(text);
    if (found === null) continue;
    const [year = '', month = '', day = ''] = order.map((at) => found[at] ?? '');
    if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) continue;
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return undefined;
}

/** A time or a ratio: `09:30` is `9:30`. */
export const timeKey = (text: string): string | undefined =>
  /^\d{1,3}(?::\d{2}){1,2}$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;

const pointed = /^\d+[.,:]\d+$/;

/** The two ends of a range of numbers, such as 3-5, 9:00-18:00 or 2024-2026; undefined for a code such as 2026-0171. */
export function rangeOf(text: string): readonly [string, string] | undefined {
  const ends = text.split('-');
  if (ends.length === 2 && ['.', ',', ':'].some((sign) => ends.every((end) => pointed.test(end) && end.includes(sign))))
    return [ends[0] ?? '', ends[1] ?? ''];
  const [, low = '', high = ''] = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/.exec(text) ?? [];
  if (low === '' || Number(low) >= Number(high)) return undefined;
  const areYears = /^(?:19|20)\d\d$/.test(low) && /^(?:19|20)\d\d$/.test(high);
  const areSmall = high.length < 4 && Number(high) <= 20 * Number(low);
  return areYears || areSmall ? [low, high] : undefined;
}

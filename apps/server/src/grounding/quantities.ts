import { prepared, valuesOf } from './digits.ts';
import { readSpoken } from './number-words.ts';
import { doubtfulMonths, isClock, joinedUnitAt, joinedWeekdays, monthOf, unitOf, weekdayOf } from './units.ts';

/** A number with its unit. */
export interface Quantity {
  /** More than one if its spelling is ambiguous, such as that of "1,299". */
  readonly values: readonly number[];
  /** Canonical; undefined for a number without a unit. */
  readonly unit: string | undefined;
  /** True for both ends of a range, such as "two to four days". */
  readonly isOfRange?: true;
}

/** The numbers of a text, and its weekdays and months. */
export interface Figures {
  readonly quantities: readonly Quantity[];
  /** Such as `weekday:1` for Monday and `month:12`; those between two that are joined, too. */
  readonly days: ReadonlySet<string>;
  /** The folded words that are part of a quantity or a day. */
  readonly words: ReadonlySet<string>;
}

type Token = { readonly text: string } & ({ readonly kind: 'number' } | { readonly kind: 'word' | 'symbol' });

const token =
  /(?<number>(?<![\p{L}\d])[-−]?\d{1,3}(?: \d{3})+(?![\d,.]*\d)|[-−]?(?<=^|[^\d])\d[\d.,'’:]*)|(?<word>[\p{L}\p{M}]+(?:['’](?=clock)clock)?)|(?<symbol>us\$|[\p{Sc}%]|°\s?[cf]?)|(?<dash>[–—〜~]|至|(?<=[\d\s])-(?=[\d\s]))/gu;

/** Joins the two ends of a range. */
const joiner = /^(?:[-–—〜~至到]|to|bis|a|au|al|or|oder|ou|o|och|till|tot|do|до|and|und|y|et|e|en|и|から)$/u;

/** Joins the first of a range of days to the last. */
const range = /^(?:[-–—〜~至到]|to|through|bis|a|au|al|till|tot|do|до|по)$/u;

/** Adds the weekdays from one to another. */
function addDays(days: Set<string>, from: string, until: string): void {
  for (let each = Number(from.slice(8)); ; each = (each % 7) + 1) {
    days.add(`weekday:${each}`);
    if (each === Number(until.slice(8))) return;
  }
}

const dates: readonly { readonly form: RegExp; readonly order: readonly [number, number, number] }[] = [
  { form: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, order: [3, 2, 1] },
  { form: /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/g, order: [1, 2, 3] },
];

/** Words after which a unit is another one: "2 euros per hour". */
const per = new Set(['per', 'pro', 'par', 'por', 'a', 'al', 'an', 'na', 'в', 'за', 'je', 'each', 'every']);

const halfDay = new Set(['am', 'pm']);

const isCurrency = (unit: string | undefined): boolean =>
  unit !== undefined && /^(?:eur|usd|gbp|chf|jpy|cny|pln|rub|sek|inr)$/.test(unit);

/** Reads the numbers and days of a text that has no identifiers in it. Linear in the length of the text. */
export function figuresIn(text: string): Figures {
  const days = new Set<string>();
  const words = new Set<string>();
  let whole = prepared(text);
  for (const { form, order } of dates) {
    whole = whole.replace(form, (...parts: string[]) => {
      days.add(`month:${Number(parts[order[1]])}`);
      return ` ${Number(parts[order[0]])} | ${parts[order[2]]} `;
    });
  }
  const tokens = [...whole.matchAll(token)].map(({ 0: found, index, groups }) => ({
    text: found,
    kind: groups?.['number'] !== undefined ? 'number' : groups?.['word'] !== undefined ? 'word' : 'symbol',
    end: index + found.length,
  }));
  const reader = createReader(tokens as readonly PlacedToken[], whole, { days, words });
  const found = reader.read();
  addJoinedDays(whole, days);
  return { quantities: withSharedUnits(found), days, words };
}

/** Adds the weekdays of a text in a script without spaces, and those between two that a range joins. */
function addJoinedDays(text: string, days: Set<string>): void {
  const found = joinedWeekdays
    .flatMap(([word, day]) => (text.includes(word) ? [{ at: text.indexOf(word), word, day }] : []))
    .toSorted((one, other) => one.at - other.at);
  for (const [index, { at, word, day }] of found.entries()) {
    days.add(day);
    const next = found[index + 1];
    if (next === undefined) continue;
    if (/^(?:日|요일)?[到至~〜–-から부터 ]{1,3}$/u.test(text.slice(at + word.length, next.at)))
      addDays(days, day, next.day);
  }
}

type PlacedToken = Token & { readonly end: number };

interface Placed extends Quantity {
  /** Index of its first token and of the token after it. */
  readonly from: number;
  readonly until: number;
  /** True if a range joins it to the next one. */
  readonly isJoined: boolean;
  /** True if what joins it is "to" rather than "and" or "or". */
  readonly isRange: boolean;
}

const clockOf = (written: string): string | undefined => (/^\d{1,2}:\d{2}$/.test(written) ? 'clock' : undefined);

/** The unit that a sign or a half of the day stands for. */
function signOf(near: string): string | undefined {
  if (halfDay.has(near)) return near;
  if (near.startsWith('°')) return near.endsWith('f') ? 'fahrenheit' : 'degree';
  return undefined;
}

const nearUnit = (near: string): string | undefined => unitOf(near) ?? (isClock(near) ? 'clock' : undefined);

function createReader(
  tokens: readonly PlacedToken[],
  whole: string,
  { days, words }: { readonly days: Set<string>; readonly words: Set<string> },
) {
  const textAt = (at: number): string => tokens[at]?.text ?? '';
  const isWord = (at: number): boolean => tokens[at]?.kind === 'word';

  const isNumber = (at: number): boolean => tokens[at]?.kind === 'number' || readSpoken([textAt(at)]) !== undefined;

  /** The unit of the number whose last token is before `at`, and the token after it. */
  const unitAfter = (at: number, end: number): { readonly unit: string | undefined; readonly until: number } => {
    const near = textAt(at);
    const joined = joinedUnitAt(whole.slice(end, end + 8).trimStart())?.unit;
    const isDirect = /^[\s.-]*$/.test(whole.slice(end, (tokens[at]?.end ?? 0) - near.length));
    const unit = joined ?? signOf(near) ?? (isDirect ? nearUnit(near) : undefined);
    if (unit !== undefined) return { unit, until: at + 1 };
    const mayStandBetween = isDirect && isWord(at) && isWord(at + 1) && !isNumber(at) && !per.has(near);
    const further = mayStandBetween && textAt(at + 1).length > 2 ? unitOf(textAt(at + 1)) : undefined;
    return { unit: further, until: further === undefined ? at : at + 2 };
  };

  /** The number that begins at a token, and how many tokens it takes. */
  const numberAt = (at: number) => {
    if (tokens[at]?.kind === 'number') return { values: valuesOf(textAt(at)), length: 1, isArticle: false };
    const spoken = isWord(at) ? readSpoken(tokens.slice(at, at + 8).map(({ text }) => text)) : undefined;
    return spoken && { values: [spoken.value], length: spoken.length, isArticle: spoken.isArticle };
  };

  const currencyBefore = (at: number): string | undefined => {
    const before = at > 0 ? unitOf(textAt(at - 1)) : undefined;
    return isCurrency(before) ? before : undefined;
  };

  const quantityAt = (at: number): Placed | undefined => {
    const number = numberAt(at);
    if (number === undefined) return undefined;
    const { values, length, isArticle } = number;
    const next = at + length;
    const { unit, until } = unitAfter(next, tokens[next - 1]?.end ?? 0);
    if (isArticle && (unit === undefined || isNumber(next))) return undefined;
    if (unit === 'month-name') {
      days.add(`month:${values[0]}`);
      return undefined;
    }
    for (const { text } of tokens.slice(at, until)) words.add(text);
    const hours = unit === 'pm' ? values.flatMap((value) => [(value % 12) + 12, value]) : values;
    const joint = textAt(until);
    const joins = { isJoined: joiner.test(joint), isRange: range.test(joint) };
    return { values: hours, unit: currencyBefore(at) ?? unit ?? clockOf(textAt(at)), from: at, until, ...joins };
  };

  const dayAt = (at: number): void => {
    const word = textAt(at);
    const month = monthOf(word);
    const isBeside = tokens[at - 1]?.kind === 'number' || tokens[at + 1]?.kind === 'number';
    if (month !== undefined && (isBeside || !doubtfulMonths.has(word))) {
      days.add(month);
      words.add(word);
    }
    const day = weekdayOf(word);
    if (day === undefined) return;
    words.add(word);
    days.add(day);
    const isRange = range.test(textAt(at + 1));
    const isHyphen = whole[tokens[at]?.end ?? 0] === '-';
    const until = weekdayOf(textAt(isRange ? at + 2 : at + 1));
    if (until !== undefined && (isRange || isHyphen)) addDays(days, day, until);
  };

  return {
    read: (): readonly Placed[] => {
      const found: Placed[] = [];
      for (let at = 0; at < tokens.length; ) {
        const quantity = quantityAt(at);
        if (quantity === undefined) dayAt(at);
        else found.push(quantity);
        at = Math.max(at + 1, quantity?.until ?? 0);
      }
      return found;
    },
  };
}

/** Gives the first number of "two to four days" the unit of the second. */
function withSharedUnits(found: readonly Placed[]): readonly Quantity[] {
  const leadsToNext = (at: number) =>
    found[at + 1] !== undefined && found[at + 1]?.from === (found[at]?.until ?? 0) + 1;
  const isLow = (at: number) => found[at]?.isRange === true && leadsToNext(at);
  return found.map(({ values, unit, isJoined }, index): Quantity => {
    const shared = unit === undefined && isJoined && leadsToNext(index) ? found[index + 1]?.unit : unit;
    return { values, unit: shared, ...(isLow(index) || isLow(index - 1) ? { isOfRange: true as const } : {}) };
  });
}

const alike = new Set(['clock hour', 'hour clock', 'clock am', 'am clock', 'clock pm', 'pm clock']);

/** True if two quantities are the same: their values agree, and their units, if both have one. */
export const isSameQuantity = (one: Quantity, other: Quantity): boolean =>
  (one.unit === undefined ||
    other.unit === undefined ||
    one.unit === other.unit ||
    alike.has(`${one.unit} ${other.unit}`)) &&
  one.values.some((value) => other.values.some((each) => Math.abs(value - each) < 1e-9));

/** Units of points on a scale: what is open from 9 to 17 o'clock opens at 9. */
const points = new Set(['clock', 'am', 'pm', 'hour', 'degree', 'fahrenheit']);

/** True if a quantity is one end of a range of amounts, which is another amount: "two days" for "two to four days". */
export const isOneEnd = (one: Quantity, other: Quantity): boolean =>
  other.isOfRange === true && one.isOfRange !== true && other.unit !== undefined && !points.has(other.unit);

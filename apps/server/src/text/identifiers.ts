import { codeKey, isNamedCode, versionKey, withoutCompound } from './identifiers/codes.ts';
import { groupedAt } from './identifiers/groups.ts';
import { dateKey, numberKey, numberOfUnit, rangeOf, timeKey } from './identifiers/numbers.ts';
import { plainForm } from './identifiers/plain-form.ts';

/** A part of a text that names one thing exactly: a code, a number, an address. */
export interface Identifier {
  readonly text: string;
  /** The canonical form, without white space: equal for two spellings of one identifier, and for no others. */
  readonly key: string;
  /** The place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'code' | 'number' | 'phone' | 'iban' | 'email' | 'version';
}

/** Max length of an identifier, in UTF-16 units; a longer word isn't one. */
const longest = 128;

/**
 * Letters, digits and the signs within identifiers, or before and after them. Letters of scripts without spaces end a
 * word; so does a comma or an apostrophe, except between two digits.
 */
const chunk =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}]|[-.+#&@/:_~\\$]|(?<![\p{L}\p{N}])%(?=\p{L}\d?(?![\p{L}\p{N}]))|(?<=\d)[,'](?=\d))+/gu;
const asciiChunk = /(?:[a-z\d]|[-.+#&@/:_~\\$]|(?<![a-z\d])%(?=[a-z]\d?(?![a-z\d]))|(?<=\d)[,'](?=\d))+/gi;
const isAscii = /^[\0-\x7f]*$/;

/** A word of letters alone, which is no identifier: most words of a text. */
const ordinary = /^[\p{L}\p{M}]{2,}[.:]?$/u;

const email = /^[\p{L}\p{N}_.+&-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;
const address = /^[a-z][a-z\d+.-]{1,15}:\/\/\S+$/i;
const hexPairs = /^[\da-f]{2,4}(?:::?[\da-f]{1,4}){3,7}$/i;

/** Signs that fill a line. */
const leaders = /([-._~#])\1\1/;

/** A letter that names something: "Vitamin C". Letters that are words in a language aren't taken. */
const letter = /^[B-DF-HJL-NP-RTX]$/;

const money = /(?:^|[^\p{L}])(?:[$€£¥₽₹₺₩]|eur|euros?|usd|dollars?|chf|franken|francs?|gbp|pounds?|руб|zł|kr)$/iu;
const moneyAfter = /^[ ]?(?:[$€£¥₽₹₺₩]|eur|euros?|usd|dollars?|chf|franken|francs?|gbp|pounds?|руб|zł|kr\b|円|元|원)/iu;

/** Part of a plain text, with the canonical form. */
interface Found {
  readonly at: number;
  readonly length: number;
  readonly key: string;
  readonly kind: Identifier['kind'];
}

/** A word of a plain text, and its place there. */
interface Chunk {
  readonly text: string;
  readonly at: number;
  readonly whole: string;
}

/**
 * Finds the identifiers of a text, in order and apart: part numbers, models, versions, error codes, names with signs
 * (`C#`, `AT&T`), phone numbers, IBANs, e-mail addresses, files, options, amounts and numbers. Takes time in proportion
 * to the length of the text.
 *
 * `E-10` equals `E10`, `+49 (0)30 1234567` equals `0049 30/1234567`, and `1,299.00` equals `1 299`. A national phone
 * number never equals an international one, and `1.10` never equals `1.1`.
 */
export function identifiersIn(text: string): readonly Identifier[] {
  const plain = plainForm(text);
  const found: Identifier[] = [];
  for (const { at, length, key, kind } of foundIn(plain.text)) {
    const [start, end] = [plain.place(at), plain.place(at + length)];
    found.push({ text: text.slice(start, end), key, start, end, kind });
  }
  return found;
}

function* foundIn(whole: string): Generator<Found> {
  // All matches are read at once, so the patterns can be shared.
  const pattern = isAscii.test(whole) ? asciiChunk : chunk;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(whole); match !== null; match = pattern.exec(whole)) {
    if (ordinary.test(match[0])) continue;
    const word = { text: match[0], at: match.index, whole };
    if (word.text.length > longest || leaders.test(word.text)) {
      for (const part of partsOfLong(word)) yield* foundInWord(part);
      continue;
    }
    const grouped = groupedFrom(trimmed(word));
    if (grouped === undefined) yield* foundInWord(trimmed(word));
    else {
      yield grouped;
      pattern.lastIndex = grouped.at + grouped.length;
    }
  }
}

/** Finds an identifier in groups that begins with a word, or with a parenthesis before it. */
function groupedFrom({ at: start, whole }: Chunk): Found | undefined {
  for (const at of whole[start - 1] === '(' ? [start - 1, start] : [start]) {
    const grouped = groupedAt(whole, at);
    if (grouped === undefined) continue;
    const { length, kind } = grouped;
    const key = kind === 'number' ? numberKey(grouped.key, true) : grouped.key;
    if (key !== undefined) return { at, length, key, kind };
  }
  return undefined;
}

/** The words in a long run, such as a line of a table of contents with its dots. */
function* partsOfLong({ text, at, whole }: Chunk): Generator<Chunk> {
  for (const { 0: part, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[^\p{L}\p{M}\p{N}]{1,2}[\p{L}\p{M}\p{N}]+)*/gu))
    if (part.length <= longest) yield { text: part, at: at + index, whole };
}

/** The word without signs around it that aren't part of it. */
function trimmed({ text, at, whole }: Chunk): Chunk {
  const end = text.search(/[-./:&@~\\$_]{1,128}$/);
  const kept = end < 0 ? text : text.slice(0, end);
  const lead =
    /^(?:(?!\\\p{L}\d?$)[:&@~\\$_]+|#+|[-+./]+(?=\d)(?<!\+)|-(?=[^-].)|\.+(?=[^\p{L}/])|\/(?!.+\/))/u.exec(kept)?.[0] ??
    '';
  return { text: kept.slice(lead.length), at: at + lead.length, whole };
}

const isAmount = ({ text, at, whole }: Chunk): boolean =>
  money.test(whole.slice(Math.max(0, at - 9), at).trimEnd()) ||
  moneyAfter.test(whole.slice(at + text.length, at + text.length + 9));

/** The identifiers of a word; of its parts, if it isn't one itself. */
function* foundInWord(word: Chunk): Generator<Found> {
  const own = identified(word);
  if (own !== undefined) {
    yield own;
    return;
  }
  const { text, at, whole } = word;
  const range = rangeOf(text);
  const parts = range ?? text.split(/[/:,]/);
  if (parts.length < 2) return;
  let from = at;
  for (const part of parts) {
    const inner = trimmed({ text: part, at: from, whole });
    const found = inner.text === '' ? undefined : identified(inner);
    if (found !== undefined) yield found;
    from += part.length + 1;
  }
}

/** The identifier that a word is, with all of its letters, or that it begins with in a compound. */
function identified(word: Chunk): Found | undefined {
  const { text, at } = word;
  if (!/\d/.test(text)) return namedIn(word);
  const as = (kind: Found['kind'], key: string, length = text.length): Found => ({ at, length, key, kind });
  if (email.test(text)) return as('email', text.toLowerCase());
  if (address.test(text) || hexPairs.test(text)) return as('code', text.toLowerCase());
  const date = dateKey(text) ?? timeKey(text);
  if (date !== undefined) return as('number', date);
  const number = numberKey(text, isAmount(word));
  if (number !== undefined) return as('number', number);
  const version = versionKey(text);
  if (version !== undefined) return as('version', version);
  if (rangeOf(text) !== undefined || text.includes(',') || isSeveral(text)) return undefined;
  const counted = numberOfUnit(text);
  if (counted !== undefined) return as('number', numberKey(counted, isAmount(word)) ?? counted);
  const code = withoutCompound(text);
  return /\p{L}|[^\d]/u.test(code) && /\d/.test(code) ? as('code', codeKey(code), code.length) : undefined;
}

/** An identifier without a digit. */
function namedIn({ text, at, whole }: Chunk): Found | undefined {
  const as = (kind: Found['kind'], key: string): Found => ({ at, length: text.length, key, kind });
  if (text.length === 1)
    return letter.test(text) && isLetterName({ text, at, whole }) ? as('code', text.toLowerCase()) : undefined;
  if (!/[^\p{L}\p{M}]/u.test(text)) return undefined;
  if (email.test(text)) return as('email', text.toLowerCase());
  if (address.test(text)) return as('code', text.toLowerCase());
  const code = withoutCompound(text);
  return isNamedCode(code) ? { ...as('code', codeKey(code)), length: code.length } : undefined;
}

/** True if a letter stands alone, and is no initial, unit or part of a formula. */
const isLetterName = ({ at, whole }: Chunk): boolean =>
  /^(?:$|[^.'=*])/.test(whole.slice(at + 1, at + 2)) &&
  /(?:^|[^\d\s°][\s("`])$/.test(whole.slice(Math.max(0, at - 2), at));

/** True if a word with a slash or a colon names two things, such as X-250/X-300. */
function isSeveral(text: string): boolean {
  const parts = text.split(/[/:]/);
  if (parts.length < 2) return false;
  if (text.includes(':')) return true;
  return parts.every((part) => /^\p{L}{3,}$/u.test(part) || (/^\p{L}/u.test(part) && /\d/.test(part)));
}

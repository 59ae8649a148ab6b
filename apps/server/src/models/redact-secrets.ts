/** So many characters of a secret in a row are never shown, whatever is between them. */
const runLength = 8;

/** The text in place of a secret. */
export const mark = '[redacted]';

/** A text as it is compared, by UTF-16 code units, and where each of them stands in it. */
interface Units {
  readonly chars: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Alphabets of the comparison: everything, letters and digits, or base64. */
const alphabets = {
  all: (char: string) => char,
  alphanumeric: (char: string) => (/[\p{L}\p{N}]/u.test(char) ? char : ''),
  base64: (char: string) => (/[a-z0-9+/]/.test(char) ? char : char === '-' ? '+' : char === '_' ? '/' : ''),
} as const;
type Alphabet = keyof typeof alphabets;

/** Ways to write a character by its number: in URLs, in strings of programs, and in HTML. */
const escapes = /%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,4});|&#(\d{1,4});/giy;

/** Returns the character that is written by its number at a place. */
function escapeAt(text: string, at: number): { readonly char: string; readonly end: number } | undefined {
  escapes.lastIndex = at;
  const found = escapes.exec(text);
  if (found === null) return undefined;
  const [written, inUrl, short, long, hex, decimal] = found;
  const code = decimal === undefined ? Number.parseInt(inUrl ?? short ?? long ?? hex ?? '', 16) : Number(decimal);
  return { char: String.fromCharCode(code), end: at + written.length };
}

const hasEscapes = (text: string): boolean => /[%\\]|&#/.test(text);

/** Reads a text by characters: folded to lower case and to their usual width and form. */
function unitsOf(text: string, isEscaped: boolean): Units {
  const chars: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  for (let start = 0; start < text.length; ) {
    const escaped = isEscaped && '%\\&'.includes(text.charAt(start)) ? escapeAt(text, start) : undefined;
    const char = escaped?.char ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
    const end = escaped?.end ?? start + char.length;
    const folded = char < '\u0080' ? char.toLowerCase() : char.normalize('NFKC').toLowerCase();
    for (let at = 0; at < folded.length; at += 1) {
      chars.push(folded.charAt(at));
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  return { chars: chars.join(''), starts, ends };
}

function inAlphabet({ chars, starts, ends }: Units, alphabet: Alphabet): Units {
  if (alphabet === 'all') return { chars, starts, ends };
  const kept = { chars: [] as string[], starts: [] as number[], ends: [] as number[] };
  let at = 0;
  for (const point of chars) {
    const char = alphabets[alphabet](point);
    for (let of = 0; of < char.length; of += 1) {
      kept.chars.push(char.charAt(of));
      kept.starts.push(starts[at + of] ?? 0);
      kept.ends.push(ends[at + of] ?? 0);
    }
    at += point.length;
  }
  return { ...kept, chars: kept.chars.join('') };
}

/** A form of a secret, and how much of it in a row is not shown. */
interface Form {
  readonly alphabet: Alphabet;
  readonly chars: string;
  readonly length: number;
}

/** The forms in which a secret is looked for: as it is, by its letters and digits, in base64 at any place, in hex. */
function formsOf(secret: string): Form[] {
  const units = unitsOf(secret, false);
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
  );
  const plain: Form[] = (['all', 'alphanumeric'] as const).map((alphabet) => {
    const { chars: found } = inAlphabet(units, alphabet);
    return { alphabet, chars: found, length: Math.min(runLength, found.length) };
  });
  const encoded = base64.flatMap((text) =>
    (['alphanumeric', 'base64'] as const).map((alphabet) => ({
      ...{ alphabet, length: runLength },
      chars: inAlphabet(unitsOf(text, false), alphabet).chars,
    })),
  );
  const hex: Form = { alphabet: 'alphanumeric', chars: bytes.toString('hex'), length: 2 * runLength };
  // Shorter forms would be found in any text.
  return [...plain.filter(({ length }) => length >= 4), ...encoded, hex];
}

/** Returns all runs of the forms in an alphabet, by their length. */
function runsOf(forms: readonly Form[], alphabet: Alphabet): ReadonlyMap<number, ReadonlySet<string>> {
  const runs = new Map<number, Set<string>>();
  for (const { chars, length, ...form } of forms) {
    if (form.alphabet !== alphabet) continue;
    const known = runs.get(length) ?? new Set();
    runs.set(length, known);
    for (let at = 0; at + length <= chars.length; at += 1) known.add(chars.slice(at, at + length));
  }
  return runs;
}

/**
 * Replaces each run of eight characters of a secret, in any width and case, whatever stands between them; also in
 * base64, in hex, and as escapes. The time is linear in the length of the text.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const forms = secrets.flatMap(formsOf);
  const isHidden = new Uint8Array(text.length);
  for (const isEscaped of hasEscapes(text) ? [false, true] : [false]) {
    const all = unitsOf(text, isEscaped);
    for (const alphabet of Object.keys(alphabets) as Alphabet[]) {
      const units = inAlphabet(all, alphabet);
      for (const [length, runs] of runsOf(forms, alphabet)) hide(units, { length, runs, isHidden });
    }
  }
  return shown(text, isHidden);
}

interface Hiding {
  readonly length: number;
  readonly runs: ReadonlySet<string>;
  readonly isHidden: Uint8Array;
}

function hide({ chars, starts, ends }: Units, { length, runs, isHidden }: Hiding): void {
  // Most places can be passed over by their first two characters.
  const beginnings = new Uint8Array(beginningCount);
  for (const run of runs) beginnings[beginningOf(run, 0)] = 1;
  for (let at = 0; at + length <= chars.length; at += 1) {
    if (beginnings[beginningOf(chars, at)] === 0 || !runs.has(chars.slice(at, at + length))) continue;
    isHidden.fill(1, starts[at], ends[at + length - 1]);
  }
}

const beginningCount = 4_096;
const beginningOf = (chars: string, at: number): number =>
  (chars.charCodeAt(at) * 67 + chars.charCodeAt(at + 1)) % beginningCount;

/** Returns the text with a mark in place of each stretch that is hidden. */
function shown(text: string, isHidden: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const flag = isHidden[at] ?? 0;
    const next = isHidden.indexOf(flag === 0 ? 1 : 0, at);
    const end = next === -1 ? text.length : next;
    parts.push(flag === 0 ? text.slice(at, end) : mark);
    at = end;
  }
  return parts.join('');
}

/** Replaces secrets as they are, of any length, and then their parts and other forms. */
export const redactValues = (text: string, secrets: readonly string[]): string =>
  redactSecrets(
    secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, mark)), text),
    secrets,
  );

/** Replaces what begins as the keys of vendors do. */
export const redactVendorKeys = (text: string): string =>
  text.replace(/\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*.-]{6,}/gi, mark).replace(/\bAIza[\w-]{10,}/g, mark);

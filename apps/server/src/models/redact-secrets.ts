/** So many characters of a secret in a row are never shown, whatever is between them. */
const runLength = 8;

const mark = '[redacted]';

/** A character of a text, as it is compared, and where it stands. */
interface Unit {
  readonly char: string;
  readonly start: number;
  readonly end: number;
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

/** Reads a text by characters: folded to lower case and to their usual width and form. */
function unitsOf(text: string, isEscaped: boolean): Unit[] {
  const units: Unit[] = [];
  for (let start = 0; start < text.length; ) {
    const escaped = isEscaped ? escapeAt(text, start) : undefined;
    const char = escaped?.char ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
    const end = escaped?.end ?? start + char.length;
    for (const each of char.normalize('NFKC').toLowerCase()) units.push({ char: each, start, end });
    start = end;
  }
  return units;
}

const inAlphabet = (units: readonly Unit[], alphabet: Alphabet): Unit[] =>
  units.flatMap((unit) => {
    const char = alphabets[alphabet](unit.char);
    return char === '' ? [] : [{ ...unit, char }];
  });

/** A form of a secret, and how much of it in a row is not shown. */
interface Form {
  readonly alphabet: Alphabet;
  readonly chars: readonly string[];
  readonly length: number;
}

/** The forms in which a secret is looked for: as it is, by its letters and digits, in base64 at any place, in hex. */
function formsOf(secret: string): Form[] {
  const units = unitsOf(secret, false);
  const chars = (of: readonly Unit[]) => of.map(({ char }) => char);
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
  );
  const plain: Form[] = (['all', 'alphanumeric'] as const).map((alphabet) => {
    const found = chars(inAlphabet(units, alphabet));
    return { alphabet, chars: found, length: Math.min(runLength, found.length) };
  });
  const encoded = base64.flatMap((text) =>
    (['alphanumeric', 'base64'] as const).map((alphabet) => ({
      ...{ alphabet, length: runLength },
      chars: chars(inAlphabet(unitsOf(text, false), alphabet)),
    })),
  );
  const hex: Form = { alphabet: 'alphanumeric', chars: [...bytes.toString('hex')], length: 2 * runLength };
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
    for (let at = 0; at + length <= chars.length; at += 1) known.add(chars.slice(at, at + length).join(''));
  }
  return runs;
}

/**
 * Replaces each run of eight characters of a secret, in any width and case, whatever stands between them; also in
 * base64, in hex, and as escapes. The time is linear in the length of the text.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(formsOf);
  const isHidden = new Uint8Array(text.length);
  for (const isEscaped of [false, true]) {
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

function hide(units: readonly Unit[], { length, runs, isHidden }: Hiding): void {
  const chars = units.map(({ char }) => char);
  for (let at = 0; at + length <= units.length; at += 1) {
    if (!runs.has(chars.slice(at, at + length).join(''))) continue;
    isHidden.fill(1, units[at]?.start, units[at + length - 1]?.end);
  }
}

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

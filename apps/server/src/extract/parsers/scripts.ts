const digits = (signs: string): ReadonlyMap<string, string> =>
  new Map([...'0123456789+-=()'].map((sign, index) => [sign, [...signs][index] ?? sign]));

const raised = new Map([...digits('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'), ['n', 'ⁿ'], ['i', 'ⁱ']]);
const lowered = digits('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');

/** The end of a text that a script may belong to. */
const base = /[\p{L}\p{N})\]]$/u;
/** Ends of numbers and of abbreviated words: `1st`, `3ème`, `nº`, `Mme`. */
const endings = /(?:\d(?:\p{L}{2,4}|[aerodº°ª])|\bn(?:o|os|r)|\bM(?:r|e|me|mes|lle|lles|gr))\.?$/u;
/** Max characters of a script; more are small print. */
const maxScript = 24;

/**
 * A superscript after `before`, by Unicode's signs as in `m²`; else `^n`, with brackets around what is longer. Endings
 * such as that of `1st`, and what belongs to no word, stay as they are.
 */
export function superscript(text: string, before: string): string {
  const trimmed = text.trim();
  if (/^(?:tm|sm)$/i.test(trimmed)) return trimmed.toLowerCase() === 'tm' ? '™' : '℠';
  return endings.test(before.slice(-1 * maxScript) + trimmed)
    ? text
    : scripted(text, before, { signs: raised, mark: '^' });
}

/** A subscript after `before`, by Unicode's signs as in `H₂O`; else `_n`, with brackets around what is longer. */
export const subscript = (text: string, before: string): string =>
  scripted(text, before, { signs: lowered, mark: '_' });

interface Script {
  readonly signs: ReadonlyMap<string, string>;
  readonly mark: string;
}

function scripted(text: string, before: string, { signs, mark }: Script): string {
  const characters = [...text.trim().replaceAll('\u2212', '-')];
  if (characters.length === 0 || characters.length > maxScript || !base.test(before)) return text;
  if (characters.every((sign) => signs.has(sign))) return characters.map((sign) => signs.get(sign)).join('');
  return characters.length === 1 ? mark + text.trim() : `${mark}(${text.trim()})`;
}

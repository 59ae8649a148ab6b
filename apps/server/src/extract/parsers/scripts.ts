const digits = (signs: string): ReadonlyMap<string, string> =>
  new Map([...'0123456789+-=()'].map((sign, index) => [sign, [...signs][index] ?? sign]));

const raised = new Map([...digits('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'), ['n', 'ⁿ'], ['i', 'ⁱ']]);
const lowered = digits('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');

/** A superscript by Unicode's signs, as in `m²`; else `^n`, with brackets around what is longer. */
export const superscript = (text: string): string => scripted(text, raised, '^');

/** A subscript by Unicode's signs, as in `H₂O`; else `_n`, with brackets around what is longer. */
export const subscript = (text: string): string => scripted(text, lowered, '_');

function scripted(text: string, signs: ReadonlyMap<string, string>, mark: string): string {
  const characters = [...text.trim().replace('\u2212', '-')];
  if (characters.length === 0) return '';
  if (characters.every((sign) => signs.has(sign))) return characters.map((sign) => signs.get(sign)).join('');
  return characters.length === 1 ? mark + text.trim() : `${mark}(${text.trim()})`;
}

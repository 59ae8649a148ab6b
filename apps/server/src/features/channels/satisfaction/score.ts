/** The digits zero of scripts whose users write numbers with them: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** Max characters of a text that can be a score: five stars, each with a selector. */
const longest = 20;

/** A text with the digits of other scripts as those of ASCII, and without what makes a digit a key or a star an emoji. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\ufe0e\ufe0f\u20e3\u200e\u200f]/g, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
    })
    .trim();

/** Reads a score: a message that is nothing but a number from 1 to 5, `4/5`, or so many stars. Undefined otherwise. */
export function scoreOf(text: string): number | undefined {
  if (text.trim().length > longest) return undefined;
  const said = plain(text);
  const number = /^([1-5])(?:\s?\/\s?5)?[.!]?$/.exec(said)?.[1];
  if (number !== undefined) return Number(number);
  const [, full = '', empty = ''] = /^([⭐★🌟]{1,5})(☆{0,4})$/u.exec(said) ?? [];
  const [stars, rest] = [[...full].length, [...empty].length];
  return stars > 0 && (rest === 0 || stars + rest === 5) ? stars : undefined;
}

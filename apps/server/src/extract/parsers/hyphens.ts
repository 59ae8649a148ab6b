const hyphenated = /\p{Ll}[-\u2010]$/u;
const lowerCase = /^\p{Ll}/u;
/** Words before which a hyphen stands for the rest of a word: "Ein- und Ausgang". */
const joining = /^(?:und|oder|bzw|sowie|and|or|to|et|ou|en|of|y|o|e|och|eller|og)\b/u;

/** True if a line ends with a hyphen in lower case and the next one goes on so: a word, or a list of halves of words. */
export const endsInWord = (line: string, next: string): boolean => hyphenated.test(line) && lowerCase.test(next);

/** True if a hyphen at the end of a line only divides a word that the next line completes. */
export const dividesWord = (line: string, next: string): boolean => endsInWord(line, next) && !joining.test(next);

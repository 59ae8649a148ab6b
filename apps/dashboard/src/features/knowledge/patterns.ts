/** Max patterns of a site, as in the API, and max characters of one. */
const maxPatterns = 50;
const maxCharacters = 500;

/** The patterns that a user typed, one on each line. */
export const readPatterns = (typed: string): string[] => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The message about patterns that are too many or too long. */
export const validatePatterns = (typed: string): string | null => {
  const patterns = readPatterns(typed);
  if (patterns.length > maxPatterns) return `Must have at most ${maxPatterns} lines.`;
  return patterns.some(({ length }) => length > maxCharacters) ? 'A line has at most 500 characters.' : null;
};

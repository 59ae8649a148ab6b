import { fieldLimits } from '../../api/field-limits.ts';

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
  if (patterns.length > fieldLimits.patterns) return `Must have at most ${fieldLimits.patterns} lines.`;
  return patterns.some(({ length }) => length > fieldLimits.pattern) ? 'A line has at most 500 characters.' : null;
};

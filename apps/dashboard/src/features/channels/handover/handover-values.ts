import type { ChannelType } from '@parley/sdk';

/** The handover of a messenger, as its form holds it. */
export interface HandoverValues {
  offered: boolean;
  /** One on each line. */
  words: string;
  team: string | null;
  awayText: string;
}

/** The handover of a messenger, as the API has it. */
type Handover = Omit<HandoverValues, 'words'> & { readonly words: readonly string[] };

const most = { words: 20, word: 50, awayText: 300 } as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The words of a new channel, as the schema of its kind has them. */
function usualWords({ settings }: ChannelType): readonly string[] {
  const properties = (schema: unknown) =>
    isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  const words = properties(properties(settings)['handover'])['words'];
  return isObject(words) && Array.isArray(words['default']) ? words['default'].map(String) : [];
}

/** A stored handover as the form holds it; it may be older than its fields. */
export function handoverToForm(stored: unknown, kind: ChannelType): HandoverValues {
  const { offered = false, team = null, awayText = '', words } = (stored ?? {}) as Partial<Handover>;
  return { offered, team, awayText, words: (words ?? usualWords(kind)).join('\n') };
}

const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The values of the form as the API takes them. */
export const formToHandover = ({ words, awayText, ...values }: HandoverValues): Handover => ({
  ...values,
  words: wordsIn(words),
  awayText: awayText.trim(),
});

/** Messages about the values, by the path of the setting. */
export function handoverMistakes({ words, awayText }: HandoverValues): Readonly<Record<string, string>> {
  const all = wordsIn(words);
  const [long] = all.filter((word) => word.length > most.word);
  const [wordless] = all.filter((word) => !/[\p{L}\p{N}\p{Sc}]/u.test(word));
  const wrong =
    (all.length > most.words && `Must be at most ${most.words}.`) ||
    (long !== undefined && `Each must have at most ${most.word} characters.`) ||
    (wordless !== undefined && 'Each must have a letter or a digit.');
  return {
    ...(wrong !== false && { 'handover.words': wrong }),
    ...(awayText.trim().length > most.awayText && {
      'handover.awayText': `Must have at most ${most.awayText} characters.`,
    }),
  };
}

/** The button that opens a widget. */
export interface Launcher {
  icon: 'chat' | 'question' | 'seal' | 'picture';
  text: string;
}

/** A bubble of a widget, as the dashboard's form holds it: its paths are lines, and a number may be empty for 0. */
export interface RuleValues {
  text: string;
  paths: string;
  afterSeconds: number | '';
  scrollPercent: number | '';
  onExit: boolean;
  repeat: 'visit' | 'day' | 'until_closed';
}

/** A bubble as the API has it. */
type StoredRule = Omit<RuleValues, 'paths' | 'afterSeconds' | 'scrollPercent'> & {
  paths: string[];
  afterSeconds: number;
  scrollPercent: number;
};

export const noLauncher: Launcher = { icon: 'chat', text: '' };

/** The API's limits. */
export const maxRules = 10;
const maxPaths = 10;

export const newRule: RuleValues = {
  ...{ text: '', paths: '', afterSeconds: 20, scrollPercent: '', onExit: false, repeat: 'visit' },
};

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

/** Converts the bubbles of a channel to the values of the dashboard's form. */
export const rulesToValues = (stored: unknown): RuleValues[] =>
  ((stored ?? []) as StoredRule[]).map(({ paths, afterSeconds, scrollPercent, ...rule }) => ({
    ...rule,
    paths: paths.join('\n'),
    afterSeconds: afterSeconds || '',
    scrollPercent: scrollPercent || '',
  }));

/** Converts the values back. */
export const rulesToStored = (rules: readonly RuleValues[]): StoredRule[] =>
  rules.map(({ text, paths, afterSeconds, scrollPercent, onExit, repeat }) => ({
    ...{ text: text.trim(), paths: linesOf(paths), onExit, repeat },
    ...{ afterSeconds: afterSeconds || 0, scrollPercent: scrollPercent || 0 },
  }));

/** The problems of bubbles, by their paths in the settings. */
export function ruleMistakes(rules: readonly RuleValues[]): [string, string][] {
  const texts = rules.map(({ text }) => text.trim());
  return rules.flatMap(({ paths }, index): [string, string][] => {
    const at = `proactive.${index}`;
    const text = textMistake(texts, index);
    const lines = linesOf(paths);
    const path = lines.some((line) => !line.startsWith('/') || line.length > 200)
      ? 'Each must begin with / and have at most 200 characters.'
      : lines.length > maxPaths
        ? `Must have at most ${maxPaths} lines.`
        : undefined;
    return [
      ...(text === undefined ? [] : [[`${at}.text`, text] satisfies [string, string]]),
      ...(path === undefined ? [] : [[`${at}.paths`, path] satisfies [string, string]]),
    ];
  });
}

function textMistake(texts: readonly string[], index: number): string | undefined {
  const text = texts[index] ?? '';
  if (text === '') return 'Enter a text.';
  if (text.length > 200) return 'Must have at most 200 characters.';
  return texts.indexOf(text) === index ? undefined : 'Another bubble has this text.';
}

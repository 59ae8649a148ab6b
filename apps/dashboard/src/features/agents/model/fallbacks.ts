/** Max fallback models of one agent. */
export const maxFallbacks = 3;

/** The models of a text with one name a line. */
export const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The text of models, one name a line: a value of a form that is equal if its models are. */
export const textOf = (names: readonly string[]): string => names.join('\n');

/** The names with two of them swapped. */
export const swapped = (names: readonly string[], one: number, other: number): string[] =>
  names.map((name, index) => (index === one ? names[other] : index === other ? names[one] : undefined) ?? name);

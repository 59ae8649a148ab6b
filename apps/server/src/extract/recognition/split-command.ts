/** A word of a command: parts in quotes, and parts without spaces and quotes. */
const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/y;
const between = /\s*/y;

/**
 * Splits a command into its program and arguments; returns a sentence if that isn't possible. White space separates
 * words. Within '…' and "…" it doesn't, and the quotes are removed. Nothing else is special: no shell reads the command.
 */
export function splitCommand(text: string): [program: string, ...args: string[]] | string {
  const words: string[] = [];
  for (let at = skip(text, 0); at < text.length; at = skip(text, word.lastIndex)) {
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    if (found === undefined) return 'has a quote that isn’t closed';
    words.push(found.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''));
  }
  const [program = '', ...args] = words;
  if (text.includes('\0')) return 'must not have a NUL';
  return program === '' ? 'must begin with a program, such as tesseract - - -l eng' : [program, ...args];
}

/** The place of the next word. */
function skip(text: string, at: number): number {
  between.lastIndex = at;
  return at + (between.exec(text)?.[0].length ?? 0);
}

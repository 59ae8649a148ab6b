import { escapeHtml } from '../../../text/html/escape-html.ts';

/** Lines that are read one block after the other. */
export interface Lines {
  /** The line at a place relative to the current one; `''` beyond the end. */
  peek(offset?: number): string;
  next(): string;
  readonly isAtEnd: () => boolean;
  /** Takes lines as long as a condition holds. */
  takeWhile(condition: (line: string) => boolean): string[];
}

/** Creates the reader of a list of lines. */
export function createLines(lines: readonly string[]): Lines {
  let at = 0;
  return {
    peek: (offset = 0) => lines[at + offset] ?? '',
    next() {
      at += 1;
      return lines[at - 1] ?? '';
    },
    isAtEnd: () => at >= lines.length,
    takeWhile(condition) {
      const taken: string[] = [];
      for (let line = lines[at]; line !== undefined && condition(line); line = lines[at]) {
        taken.push(line);
        at += 1;
      }
      return taken;
    },
  };
}

/** Max levels of blocks within blocks; deeper ones are read as text. */
export const maxLevels = 40;

/** Number of spaces that a line begins with. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;

export const isBlank = (line: string): boolean => line.trim() === '';

/** Takes the lines that are indented by more than a number of spaces, with the empty ones between them. */
export function takeIndented(lines: Lines, indent: number): string[] {
  const taken = lines.takeWhile((line) => isBlank(line) || indentOf(line) > indent);
  while (taken.length > 0 && isBlank(taken.at(-1) ?? '')) taken.pop();
  return taken;
}

/** The lines without the indent that all of them have. */
export function dedent(lines: readonly string[]): string[] {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) if (!isBlank(line)) least = Math.min(least, indentOf(line));
  return lines.map((line) => line.slice(Math.min(least, line.length)));
}

/** Code in HTML. */
export const codeBlock = (lines: readonly string[]): string => `<pre>${escapeHtml(dedent(lines).join('\n'))}</pre>`;

/** A table in HTML; cells are HTML. */
export function tableOf(rows: readonly (readonly string[])[], headerRows: number): string {
  const html = rows.map((cells, row) => {
    const name = row < headerRows ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  });
  return `<table>${html.join('')}</table>`;
}

/**
 * A line of a mail: written by its sender; repeated from another mail (`quote`, with its marks); a line or a text by
 * which a program introduces a quote (`cited`); or what a program marks as a signature.
 */
export interface MailLine {
  readonly text: string;
  readonly kind: 'own' | 'quote' | 'cited' | 'signature';
}

/** The lines of a plain text. */
export const plainLines = (text: string): MailLine[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => ({ text: line, kind: /^\s{0,3}>/.test(line) ? 'quote' : 'own' }));

/** The text of lines. */
export const textOfLines = (lines: readonly MailLine[]): string => lines.map(({ text }) => text).join('\n');

import type { Seen } from './visible.ts';

const kinds: Readonly<Record<string, string>> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' };

interface Open {
  readonly sign: string;
  readonly at: number;
  readonly start: number;
}

/**
 * Parses a line of a format whose delimiters count at the edges of words only, as in Slack and WhatsApp: one opens
 * after what isn't part of a word and before what isn't white space, and closes the other way round. Code contains only
 * text.
 */
export function parseDelimited(line: string, formats: Seen['formats'][number][]): string {
  let text = '';
  const open: Open[] = [];
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    const last = open.findLastIndex((one) => one.sign === sign);
    const inCode = open.at(-1)?.sign === '`';
    if (kinds[sign] === undefined || (inCode && sign !== '`')) text += sign;
    else if (last !== -1 && closes(line, at)) {
      const [{ start } = { start: 0 }] = open.splice(last);
      formats.push({ kind: kinds[sign] ?? '', text: text.slice(start) });
    } else if (opens(line, at) && closesLater(line, at)) open.push({ sign, at, start: text.length });
    else text += sign;
  }
  return text;
}

const isSpace = (sign: string) => sign === '' || /[\s]/.test(sign);
const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

function opens(line: string, at: number): boolean {
  const before = line.charAt(at - 1);
  return !isWord(before) && !isSpace(line.charAt(at + 1)) && line.charAt(at + 1) !== line.charAt(at);
}

function closes(line: string, at: number): boolean {
  return !isSpace(line.charAt(at - 1)) && !isWord(line.charAt(at + 1));
}

function closesLater(line: string, at: number): boolean {
  const sign = line.charAt(at);
  for (let end = line.indexOf(sign, at + 2); end !== -1; end = line.indexOf(sign, end + 1)) {
    if (closes(line, end)) return true;
  }
  return false;
}

/** The lines outside of blocks of code, and the blocks of code, in order. Throws for a block that has no end. */
export function fencedParts(text: string): { readonly isCode: boolean; readonly text: string }[] {
  const parts = text.split('```');
  if (parts.length % 2 === 0) throw new Error('A block of code has no end.');
  return parts.map((part, index) => ({ isCode: index % 2 === 1, text: part }));
}

import type { CutChunk, Mark, SyncExtractor } from './seams.ts';

/** Max characters of a chunk. */
const maxChunk = 1_200;

const heading = /^(#{1,6})[ \t]+(\S.*)$/;

/** Texts with Markdown headings, read and cut in this process. */
export const inProcess: SyncExtractor = {
  extract: async ({ bytes, fileName = '' }) => {
    const text = Buffer.from(bytes).toString('utf8').normalize('NFC').replace(/\r\n?/g, '\n').replace(/\0/g, '');
    const marks: Mark[] = [];
    let at = 0;
    for (const line of text.split('\n')) {
      const [, level = '', title = ''] = heading.exec(line) ?? [];
      if (level !== '') marks.push({ at, heading: { level: level.length, text: title.trim() } });
      at += line.length + 1;
    }
    return { documents: [{ title: fileName, text, marks }], warnings: [] };
  },
  prepare: async (documents) => documents.map(({ text, marks }) => ({ chunks: cut(text, marks) })),
};

/** Cuts a text at headings, and between paragraphs if a part is long. */
function cut(text: string, marks: readonly Mark[]): CutChunk[] {
  const chunks: CutChunk[] = [];
  const places = [0, ...marks.map(({ at }) => at), text.length];
  const path: { level: number; text: string }[] = [];
  for (const [index, from] of places.slice(0, -1).entries()) {
    const mark = index === 0 ? undefined : marks[index - 1]?.heading;
    if (mark !== undefined) {
      while ((path.at(-1)?.level ?? 0) >= mark.level) path.pop();
      path.push(mark);
    }
    const headings = path.map((part) => part.text);
    for (const [start, end] of partsOf(text, from, places[index + 1] ?? text.length)) {
      chunks.push({ text: text.slice(start, end), start, end, headings, page: null });
    }
  }
  return chunks;
}

/** The parts of a range without white space around them, each of at most `maxChunk` characters. */
function* partsOf(text: string, from: number, to: number): Generator<readonly [number, number]> {
  let at = from;
  while (at < to) {
    let end = Math.min(to, at + maxChunk);
    if (end < to) {
      const gap = Math.max(text.lastIndexOf('\n\n', end), text.lastIndexOf(' ', end));
      if (gap > at) end = gap;
    }
    const part = text.slice(at, end);
    const start = at + (part.length - part.trimStart().length);
    if (part.trim() !== '') yield [start, start + part.trim().length];
    at = end;
  }
}

import { buildSegment } from '../../retrieval/index/segment.ts';
import { cutChunks } from '../chunks/cut.ts';
import { type Extraction, type Mark, type Recognise, SourceFailure } from '../document.ts';
import { limits } from '../limits.ts';
import { read } from '../parsers/read.ts';
import { batches, documentPieces } from './pieces.ts';
import type { Cut, DocumentHead, Piece, Task } from './protocol.ts';

/** Does a task in the extraction process: takes its input, yields its result in pieces. */
export async function* perform(task: Task, input: readonly Piece[], recognise: Recognise): AsyncGenerator<Piece> {
  if (task.kind === 'extract') {
    const how = { ...task, recognise: task.recognises === true ? recognise : undefined };
    yield* extractionPieces(await read(how, joinBytes(input)));
  } else if (task.kind === 'prepare') yield* prepare(input);
  else yield* index(input);
}

function* extractionPieces({ documents, warnings }: Extraction): Generator<Piece> {
  for (const document of documents) yield* documentPieces(document);
  if (warnings.length > 0) yield { warnings: warnings.slice(0, limits.warnings) };
}

function joinBytes(input: readonly Piece[]): Uint8Array {
  return new Uint8Array(Buffer.concat(input.flatMap((piece) => ('bytes' in piece ? [piece.bytes] : []))));
}

interface Prepared {
  readonly head: DocumentHead;
  readonly texts: string[];
  readonly marks: Mark[];
}

function* prepare(input: readonly Piece[]): Generator<Piece> {
  const documents: Prepared[] = [];
  for (const piece of input) {
    const last = documents.at(-1);
    if ('head' in piece) documents.push({ head: piece.head, texts: [], marks: [] });
    else if ('text' in piece) last?.texts.push(piece.text);
    else if ('marks' in piece) last?.marks.push(...piece.marks);
  }
  for (const { head, texts, marks } of documents) {
    yield { head };
    const chunks = cutChunks({ text: texts.join(''), marks });
    if (chunks.length > limits.chunks) throw new SourceFailure('too_complex');
    const cuts = chunks.map(({ start, end, page, headings }): Cut => [start, end, page, headings]);
    for (const batch of batches(cuts, ([, , , headings]) => headings.join('').length)) yield { cuts: batch };
  }
}

function* index(input: readonly Piece[]): Generator<Piece> {
  const chunks = input.flatMap((piece) => ('chunks' in piece ? piece.chunks : []));
  const { rows, ...built } = buildSegment(chunks);
  yield { built };
  for (const batch of batches(rows, ({ postings }) => postings.length)) yield { rows: batch };
}

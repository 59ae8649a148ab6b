import { parseUrl } from '../../parse-url.ts';
import { type BuiltSegment, maxChunks } from '../../retrieval/index/segment.ts';
import {
  type CutChunk,
  type Extraction,
  type Mark,
  type PreparedDocument,
  type ReadDocument,
  SourceFailure,
  type Warning,
} from '../document.ts';
import { limits } from '../limits.ts';
import { type LongText, longText } from '../long-text.ts';
import type { Cut, DocumentHead, Piece } from './protocol.ts';

/**
 * Validates the messages of an extraction process: a document that takes over a parser could send anything. A piece
 * that no sound process sends throws, and its process is killed.
 */
export interface Assembly<Result> {
  take(piece: Piece): void;
  result(): Result;
}

const unsound = (detail: string) => new SourceFailure('parse_crashed', { detail });

function must(condition: boolean, detail: string): asserts condition {
  if (!condition) throw unsound(detail);
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** A well-formed string without NUL of at most so many characters. */
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && value.isWellFormed() && !value.includes('\0');

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length <= limits.batch;

const isOptionalText = (value: unknown, max: number): value is string | undefined =>
  value === undefined || isText(value, max);

interface Growing {
  readonly head: DocumentHead;
  readonly texts: string[];
  readonly marks: Mark[];
  readonly links: string[];
}

/** Assembles the documents of an extraction. */
export function assembleExtraction(): Assembly<Extraction<ReadDocument>> {
  const documents: Growing[] = [];
  const warnings: Warning[] = [];
  const totals = { text: 0, marks: 0 };
  return {
    take(piece) {
      if ('head' in piece) {
        must(documents.length < limits.documents, 'documents');
        documents.push({ head: soundHead(piece.head), texts: [], marks: [], links: [] });
      } else if ('warnings' in piece) {
        must(isList(piece.warnings) && warnings.length + piece.warnings.length <= limits.warnings, 'warnings');
        warnings.push(...piece.warnings.map(soundWarning));
      } else {
        const last = documents.at(-1);
        must(last !== undefined, 'piece');
        grow(last, piece, totals);
      }
    },
    result: () => ({ documents: documents.map(documentOf), warnings }),
  };
}

/** Adds a piece to the document that it belongs to. */
function grow(document: Growing, piece: Piece, totals: { text: number; marks: number }): void {
  if ('text' in piece) {
    must(isText(piece.text, limits.piece), 'text');
    totals.text += piece.text.length;
    must(totals.text <= limits.text, 'text length');
    document.texts.push(piece.text);
  } else if ('marks' in piece) {
    must(isList(piece.marks), 'marks');
    totals.marks += piece.marks.length;
    must(totals.marks <= limits.marks, 'marks');
    for (const mark of piece.marks) document.marks.push(soundMark(mark, document.marks.at(-1)?.at ?? 0));
  } else {
    must('links' in piece && isList(piece.links), 'piece');
    must(document.links.length + piece.links.length <= limits.links, 'links');
    must(
      piece.links.every((link) => isText(link, limits.url) && parseUrl(link) !== undefined),
      'links',
    );
    document.links.push(...piece.links);
  }
}

function soundWarning({ code, message }: Warning): Warning {
  must(isText(code, limits.title) && isText(message, limits.title), 'warning');
  return { code, message };
}

function documentOf({ head, texts, marks, links }: Growing): ReadDocument {
  const text = longText(texts);
  must((marks.at(-1)?.at ?? 0) <= text.length, 'mark');
  const { title, language, canonical, robots } = head;
  return {
    title,
    text,
    marks,
    ...(language !== undefined && { language }),
    ...(canonical !== undefined && { canonical }),
    ...(robots !== undefined && { robots }),
    ...(links.length > 0 && { links }),
  };
}

/** Max directives for crawlers, and max characters of one. */
const robotsBounds = { directives: 20, characters: 50 };

function soundHead({ title, language, canonical, robots }: DocumentHead): DocumentHead {
  must(isText(title, limits.title) && isOptionalText(language, limits.title), 'head');
  must(
    isOptionalText(canonical, limits.url) && (canonical === undefined || parseUrl(canonical) !== undefined),
    'canonical',
  );
  must(robots === undefined || (isList(robots) && robots.length <= robotsBounds.directives), 'robots');
  must(robots?.every((directive) => isText(directive, robotsBounds.characters)) ?? true, 'robots');
  return { title, language, canonical, robots };
}

function soundMark({ at, heading, page }: Mark, least: number): Mark {
  must(isWhole(at, least, limits.text), 'mark');
  must(page === undefined || isWhole(page, 1, limits.text), 'page');
  if (heading === undefined) return { at, ...(page !== undefined && { page }) };
  const { level, text } = heading;
  must(isWhole(level, 1, 6) && isText(text, limits.title), 'heading');
  return { at, heading: { level, text }, ...(page !== undefined && { page }) };
}

/** Assembles the chunks of documents: the process sends places, and the texts are sliced here. */
export function assembleCuts(documents: readonly { readonly text: LongText }[]): Assembly<PreparedDocument[]> {
  const prepared: { chunks: CutChunk[] }[] = [];
  return {
    take(piece) {
      if ('head' in piece) {
        must(prepared.length < documents.length, 'documents');
        prepared.push({ chunks: [] });
        return;
      }
      const chunks = prepared.at(-1)?.chunks;
      const text = documents[prepared.length - 1]?.text;
      must('cuts' in piece && chunks !== undefined && text !== undefined && isList(piece.cuts), 'cuts');
      must(chunks.length + piece.cuts.length <= limits.chunks, 'chunks');
      for (const cut of piece.cuts) chunks.push(soundChunk(cut, text, chunks.at(-1)?.end ?? 0));
    },
    result: () => {
      must(prepared.length === documents.length, 'documents');
      return prepared;
    },
  };
}

/** Levels of headings. */
const maxPath = 6;

function soundChunk([start, end, page, headings]: Cut, text: LongText, least: number): CutChunk {
  must(isWhole(start, least, text.length) && isWhole(end, start + 1, text.length), 'chunk');
  must(page === null || isWhole(page, 1, limits.text), 'page');
  must(isList(headings) && headings.length <= maxPath, 'headings');
  must(
    headings.every((heading) => isText(heading, limits.title)),
    'headings',
  );
  return { text: text.slice(start, end), start, end, headings: [...headings], page };
}

/** Bounds of a segment: its rows, and characters of its lengths and of a row. */
const segmentBounds = { slots: 2 ** 24, rows: 2 ** 20, characters: 2 ** 24 };

/** Assembles a segment of the index. */
export function assembleSegment(): Assembly<BuiltSegment> {
  let head: Omit<BuiltSegment, 'rows'> | undefined;
  const rows: { readonly slot: number; readonly postings: string }[] = [];
  return {
    take(piece) {
      if ('built' in piece && head === undefined) {
        const { first, chunks, slots, lengths } = piece.built;
        must(isWhole(first, 0, Number.MAX_SAFE_INTEGER) && isWhole(chunks, 0, maxChunks), 'segment');
        must(isWhole(slots, 0, segmentBounds.slots) && isText(lengths, segmentBounds.characters), 'segment');
        head = { first, chunks, slots, lengths };
        return;
      }
      must('rows' in piece && isList(piece.rows) && rows.length + piece.rows.length <= segmentBounds.rows, 'rows');
      for (const row of piece.rows) {
        const { slot, postings } = row;
        must(isWhole(slot, 0, segmentBounds.slots) && isText(postings, segmentBounds.characters), 'row');
        rows.push({ slot, postings });
      }
    },
    result: () => {
      must(head !== undefined, 'segment');
      return { ...head, rows };
    },
  };
}

import type { getDocumentProxy } from 'unpdf';
import { type Recognise, SourceFailure } from '../../document.ts';
import { recognitionLimits } from '../../limits.ts';
import { writePng } from '../../recognition/png.ts';
import { recognisedParagraphs } from '../pictures/recognised-text.ts';
import type { Matrix } from './matrices.ts';
import { type FindObject, pagePicture } from './page-picture.ts';
import type { OperatorNames } from './painting.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** The outcome of text recognition on the pages of a PDF that have no text of their own. */
export interface RecognisedPages {
  /** Paragraphs by the number of the page; empty if its images have no text. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
  /** Pages on which the command failed. */
  readonly failed: readonly number[];
  /** The first failure of the command. */
  readonly failure: SourceFailure | undefined;
  /** Pages beyond the limits, or after several failures. */
  readonly leftOut: readonly number[];
}

/** After so many failures in a row, no further page is tried. */
const maxFailures = 3;

/**
 * Recognises the text of pages one after the other. Pages without images are left out of the result. Throws the failure
 * of a command that can't be started.
 */
export async function recognisePages(
  pdf: Pdf,
  { numbers, ops }: { readonly numbers: readonly number[]; readonly ops: OperatorNames },
  recognise: Recognise,
): Promise<RecognisedPages> {
  const outcomes: Outcome[] = [];
  for (const number of numbers) {
    if (isOver(outcomes)) {
      outcomes.push({ number });
      continue;
    }
    const picture = await pictureOf(pdf, number, ops);
    if (picture === undefined) continue;
    const found = await recognise(picture).then((text) => ({ text }), failureOf);
    outcomes.push({ number, ...found });
  }
  const read = outcomes.flatMap(({ number, text }) => (text === undefined ? [] : [[number, text] as const]));
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  return {
    texts: new Map(read.map(([number, text]) => [number, recognisedParagraphs(text)])),
    failed: failed.map(({ number }) => number),
    failure: failed[0]?.failure,
    leftOut: outcomes.filter(isLeftOut).map(({ number }) => number),
  };
}

/** A page with neither a text nor a failure is left out. */
interface Outcome {
  readonly number: number;
  readonly text?: string;
  readonly failure?: SourceFailure;
}

const isLeftOut = ({ text, failure }: Outcome): boolean => text === undefined && failure === undefined;

/** True if no further page is to be recognised. */
function isOver(outcomes: readonly Outcome[]): boolean {
  const last = outcomes.slice(-maxFailures);
  const areFailures = last.length === maxFailures && last.every(({ failure }) => failure !== undefined);
  return areFailures || outcomes.length >= recognitionLimits.pages || last.some(isLeftOut);
}

/** The failure at one picture; none if the time of the document is over (`too_large`). Throws any other error. */
function failureOf(error: unknown): Pick<Outcome, 'failure'> {
  if (!(error instanceof SourceFailure) || error.code === 'internal_error') throw error;
  return error.code === 'too_large' ? {} : { failure: error };
}

/** The images of a page as PNG; undefined if it has none, or can't be read. */
async function pictureOf(pdf: Pdf, number: number, ops: OperatorNames): Promise<Uint8Array | undefined> {
  try {
    const page = await pdf.getPage(number);
    const find = finderOf(page);
    const operators = await page.getOperatorList();
    const viewAt = (scale: number) => {
      const { width, height, transform } = page.getViewport({ scale });
      return { width, height, matrix: transform as unknown as Matrix };
    };
    const picture = await pagePicture({ operators, ops, find }, viewAt, recognitionLimits.pixels);
    page.cleanup();
    return picture && writePng(picture);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

/** PDF.js hands over decoded images after the operators; those of several pages have names of their own. */
const finderOf =
  (page: Page): FindObject =>
  (name) =>
    new Promise((resolve) => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve));

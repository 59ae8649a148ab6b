import { SourceFailure, type Warning } from '../../document.ts';
import { recognitionLimits } from '../../limits.ts';
import type { PageText } from './read-page.ts';
import type { RecognisedPages } from './recognise-pages.ts';

type Pages = readonly (PageText | undefined)[];

/** Pages that a note names. */
const named = 10;

/** The numbers of the pages without text, other than in fonts that can't be read. */
export const blankPages = (pages: Pages): number[] =>
  numbersOf(pages, (page) => page !== undefined && isBlank(page) && page.leftOut.unmapped === 0);

/** The notes on what of a PDF was left out. */
export function leftOutNotes(pages: Pages, recognised?: RecognisedPages): Warning[] {
  const unread = numbersOf(pages, (page) => page === undefined);
  const noted = new Set([...(recognised?.failed ?? []), ...(recognised?.leftOut ?? [])]);
  const blank = blankPages(pages).filter((number) => !noted.has(number) && !recognised?.texts.get(number)?.length);
  const unmapped = numbersOf(pages, (page) => (page?.leftOut.unmapped ?? 0) > 0);
  const hidden = sumOf(pages, ({ leftOut }) => leftOut.hidden);
  const withoutTextWords = recognised
    ? 'These pages have no text, and none was recognised (OCR)'
    : 'These pages have no text, or are scans';
  return [
    ...note('pages_unreadable', 'These pages are damaged and were left out', unread),
    ...note('pages_without_text', withoutTextWords, blank),
    ...note('fonts_without_letters', 'Text in fonts that don’t say their letters was left out on pages', unmapped),
    ...(hidden === 0
      ? []
      : [{ code: 'hidden_text', message: `Text that can’t be seen was left out: ${inNumbers(hidden)} characters.` }]),
  ];
}

/** The notes on pages whose text was recognised, or should have been. */
export function recognitionNotes(recognised: RecognisedPages | undefined): Warning[] {
  if (recognised === undefined) return [];
  const { texts, failed, failure, leftOut } = recognised;
  const read = [...texts].flatMap(([number, paragraphs]) => (paragraphs.length > 0 ? [number] : []));
  const counted = (list: readonly number[]) => `${inNumbers(list.length)} ${list.length === 1 ? 'page' : 'pages'}`;
  return [
    ...note(
      'text_recognised',
      `The text of ${counted(read)} was read by text recognition (OCR), and may have errors`,
      read,
    ),
    ...note('recognition_failed', `${failure?.message ?? ''} ${counted(failed)} left out`.trim(), failed),
    ...note(
      'recognition_ended',
      `Text recognition (OCR) ended before ${counted(leftOut)}, at the limit of ${recognitionLimits.pages} pages and ` +
        `${recognitionLimits.documentMs / 60_000} minutes, or after failures`,
      leftOut,
    ),
  ];
}

const note = (code: string, message: string, list: readonly number[]): Warning[] =>
  list.length === 0 ? [] : [{ code, message: `${message}: ${inWords(list)}.` }];

/** The failure of a PDF without text. */
export function withoutText(pages: Pages, recognised?: RecognisedPages): SourceFailure {
  if (pages.length === 0) return new SourceFailure('no_text', { message: 'The PDF has no pages.', hint: anew });
  if (pages.every((page) => page === undefined)) return new SourceFailure('broken_file');
  if (recognised?.failure !== undefined) return recognised.failure;
  const unmapped = sumOf(pages, ({ leftOut }) => leftOut.unmapped);
  if (unmapped > 0) {
    return new SourceFailure('no_text', {
      message: 'The PDF’s fonts don’t say which letters they show, so its text can’t be read.',
      hint,
    });
  }
  if (recognised !== undefined) {
    return new SourceFailure('no_text', {
      message: 'The PDF has no text, and none was recognised in the images of its pages (OCR).',
      hint: 'Scan it again, upright and at 300 dpi. Images of more than 40 million pixels and JPEG 2000 aren’t read.',
    });
  }
  return new SourceFailure('no_text', {
    message: 'The PDF has no text. It is probably a scan: its pages are images.',
    hint,
  });
}

const hint = 'Run text recognition (OCR) over it, and upload the result.';
const anew = 'Create it again from its source, and upload the new file.';

const isBlank = ({ lines, filledIn }: PageText): boolean => lines.length === 0 && filledIn.length === 0;

const numbersOf = (pages: Pages, isMeant: (page: PageText | undefined) => boolean): number[] =>
  pages.flatMap((page, index) => (isMeant(page) ? [index + 1] : []));

const sumOf = (pages: Pages, count: (page: PageText) => number): number =>
  pages.reduce((sum, page) => sum + (page === undefined ? 0 : count(page)), 0);

const inNumbers = (count: number): string => count.toLocaleString('en');

const inWords = (list: readonly number[]): string =>
  list.length > named ? `${list.slice(0, named).join(', ')} and ${list.length - named} more` : list.join(', ');

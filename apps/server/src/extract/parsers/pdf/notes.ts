import { SourceFailure, type Warning } from '../../document.ts';
import type { PageText } from './read-page.ts';

type Pages = readonly (PageText | undefined)[];

/** Pages that a note names. */
const named = 10;

/** The notes on what of a PDF was left out. */
export function leftOutNotes(pages: Pages): Warning[] {
  const unread = numbersOf(pages, (page) => page === undefined);
  const blank = numbersOf(pages, (page) => page !== undefined && isBlank(page) && page.leftOut.unmapped === 0);
  const unmapped = numbersOf(pages, (page) => (page?.leftOut.unmapped ?? 0) > 0);
  const hidden = sumOf(pages, ({ leftOut }) => leftOut.hidden);
  const note = (code: string, list: readonly number[], message: string): Warning[] =>
    list.length === 0 ? [] : [{ code, message: `${message}: ${inWords(list)}.` }];
  return [
    ...note('pages_unreadable', unread, 'These pages are damaged and were left out'),
    ...note('pages_without_text', blank, 'These pages have no text, or are scans'),
    ...note('fonts_without_letters', unmapped, 'Text in fonts that don’t say their letters was left out on pages'),
    ...(hidden === 0
      ? []
      : [{ code: 'hidden_text', message: `Text that can’t be seen was left out: ${inNumbers(hidden)} characters.` }]),
  ];
}

/** The failure of a PDF without text. */
export function withoutText(pages: Pages): SourceFailure {
  if (pages.length === 0) return new SourceFailure('no_text', { message: 'The PDF has no pages.', hint: anew });
  if (pages.every((page) => page === undefined)) return new SourceFailure('broken_file');
  const unmapped = sumOf(pages, ({ leftOut }) => leftOut.unmapped);
  if (unmapped > 0) {
    return new SourceFailure('no_text', {
      message: 'The PDF’s fonts don’t say which letters they show, so its text can’t be read.',
      hint,
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

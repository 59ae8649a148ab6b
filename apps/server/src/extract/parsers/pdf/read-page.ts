import type { getDocumentProxy } from 'unpdf';
import { SourceFailure } from '../../document.ts';
import { annotationLines } from './annotations.ts';
import { inReadingOrder } from './columns.ts';
import { frameOf, type TextItem } from './items.ts';
import { type Line, linesOfItems } from './lines.ts';
import { followPainting, type OperatorNames, type Painting } from './painting.ts';
import { withoutDoubles } from './repair-items.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Content = Awaited<ReturnType<Page['getTextContent']>>;

/** The text of a page. */
export interface PageText {
  readonly lines: readonly Line[];
  /** Values of fields, and notes. */
  readonly filledIn: readonly string[];
  /** Characters in all. */
  readonly length: number;
  /** Characters that were left out. */
  readonly leftOut: { readonly hidden: number; readonly unmapped: number };
}

/** Reads a page. Throws `too_large` if its text has more characters than there is room for. */
export async function readPage(page: Page, ops: OperatorNames, room: number): Promise<PageText> {
  const items = await itemsOf(page, room);
  const { painting, unmapped } = await paintingOf(page, ops, items);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const leftOut = { hidden: 0, unmapped: 0 };
  const shown = items.filter((item) => {
    const [, , , , x = 0, y = 0] = item.transform;
    const reason = unmapped.has(item.fontName ?? '')
      ? 'unmapped'
      : isOutside(item, { left, bottom, right, top }) || painting?.isHidden(item)
        ? 'hidden'
        : undefined;
    if (reason === undefined || !Number.isFinite(x + y)) return true;
    leftOut[reason] += item.str.trim().length;
    return false;
  });
  const lines = inReadingOrder(linesOfItems(withoutDoubles(shown)));
  const filledIn = annotationLines(await page.getAnnotations().catch(() => []));
  page.cleanup();
  const length = [...lines.map(({ text }) => text), ...filledIn].reduce((sum, text) => sum + text.length, 0);
  return { lines, filledIn, length, leftOut };
}

/** Reads the items of a page, until they have more characters than there is room for. */
async function itemsOf(page: Page, room: number): Promise<TextItem[]> {
  const items: TextItem[] = [];
  const reader: ReadableStreamDefaultReader<Content> = page.streamTextContent().getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) {
      if (!('str' in item)) continue;
      items.push(item);
      length += item.str.length;
    }
    if (length > room) throw new SourceFailure('too_large');
  }
  return items;
}

interface Seen {
  /** Undefined if what the page draws can't be followed: all of its text counts as seen then. */
  readonly painting: Painting | undefined;
  /** Names of fonts that don't say which letters their codes are. */
  readonly unmapped: ReadonlySet<string>;
}

async function paintingOf(page: Page, ops: OperatorNames, items: readonly TextItem[]): Promise<Seen> {
  if (items.length === 0) return { painting: undefined, unmapped: new Set() };
  const operators = await page.getOperatorList().catch((error: unknown) => {
    if (error instanceof RangeError) throw error;
    return undefined;
  });
  const fonts = new Set(items.map(({ fontName = '' }) => fontName));
  return {
    painting: operators && followPainting(operators, ops),
    unmapped: new Set([...fonts].filter((name) => page.commonObjs.has(name) && isUnmapped(page.commonObjs.get(name)))),
  };
}

/**
 * True for a font whose codes are numbers of glyphs and that has no map from them to letters: PDF.js takes the numbers
 * for letters then.
 */
function isUnmapped(font: unknown): boolean {
  const { data } = font as { readonly data?: unknown };
  const { composite, toUnicode } = (data ?? font) as {
    readonly composite?: boolean;
    readonly toUnicode?: { readonly firstChar?: number; readonly lastChar?: number };
  };
  return composite === true && toUnicode?.firstChar === 0 && toUnicode.lastChar === 0xffff;
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** True if an item begins and ends beside the page. */
function isOutside(item: TextItem, { left, bottom, right, top }: Box): boolean {
  const [, , , , x = 0, y = 0] = item.transform;
  const { size } = frameOf(item);
  const isBeside = x > right || y > top || y < bottom - size;
  return right > left && top > bottom && (isBeside || x + Math.max(item.width, size) < left);
}

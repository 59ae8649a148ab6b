import type { GreyPicture } from '../../recognition/png.ts';
import { identity, type Matrix, matrixOf, times } from './matrices.ts';
import type { OperatorNames, Operators } from './painting.ts';

/** An image as PDF.js decodes it. */
interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** 1: a bit for each pixel, 0 is black, rows begin at a byte; 2: RGB; 3: RGBA, a byte each. */
  readonly kind: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** An image, and where the page shows it. */
interface Placed {
  readonly bitmap: Bitmap;
  /** Maps the unit square to the page. */
  readonly matrix: Matrix;
  /** Shade of a stencil, whose bits say where it is painted: 0 is paint. Undefined for an image of its own colours. */
  readonly shade: number | undefined;
}

/** Finds a decoded object of the page by its name; undefined if it couldn't be decoded. */
export type FindObject = (name: string) => Promise<unknown>;

/** A page in which only images are drawn. */
interface Page {
  readonly operators: Operators;
  readonly ops: OperatorNames;
  readonly find: FindObject;
}

/** The view of a page at so many pixels for each point: its size, and the map from the page to pixels. */
export type ViewAt = (scale: number) => { readonly width: number; readonly height: number; readonly matrix: Matrix };

/** Pixels for each point of a page at 600 dpi: more tells no more letters. */
const maxScale = 600 / 72;
/** A page has no text if its picture is smaller, in pixels. */
const minSide = 24;
/** Points in a metre. */
const pointsPerMetre = 72 / 0.0254;

/**
 * Paints the images of a page, upright, in shades of grey and in their own resolution: a scan may be in strips or layers.
 * Returns undefined if it has no images, or if they are too small for text. Beyond `maxPixels`, the resolution is lower.
 */
export async function pagePicture(page: Page, viewAt: ViewAt, maxPixels: number): Promise<GreyPicture | undefined> {
  const images = await imagesOf(page);
  if (images.length === 0) return undefined;
  const one = viewAt(1);
  const finest = Math.max(...images.map(resolutionOf));
  const scale = Math.min(finest, maxScale, Math.sqrt(maxPixels / (one.width * one.height)));
  const view = viewAt(scale);
  const [width, height] = [Math.floor(view.width), Math.floor(view.height)];
  // Also false for sizes of a damaged page, which are no numbers.
  if (!(width >= minSide && height >= minSide)) return undefined;
  const picture = { width, height, pixels: new Uint8Array(width * height).fill(255) };
  for (const image of images) paint(picture, image, times(view.matrix, image.matrix));
  return { ...picture, pixelsPerMetre: scale * pointsPerMetre };
}

/** Pixels for each point. */
function resolutionOf({ bitmap: { width, height }, matrix: [a, b, c, d] }: Placed): number {
  const resolution = Math.max(width / Math.hypot(a, b), height / Math.hypot(c, d));
  return Number.isFinite(resolution) ? resolution : 0;
}

/** Follows the operators of a page as far as they place images. */
async function imagesOf({ operators: { fnArray, argsArray }, ops, find }: Page): Promise<Placed[]> {
  const names = new Map(Object.entries(ops).map(([name, number]) => [number, name]));
  const images: Placed[] = [];
  const saved: { readonly ctm: Matrix; readonly fill: string }[] = [];
  let state = { ctm: identity, fill: '#000000' };
  const move = (args: readonly unknown[]) => {
    state = { ...state, ctm: times(state.ctm, matrixOf(args)) };
  };
  const restore = () => {
    state = saved.pop() ?? state;
  };
  const add = async (image: unknown, shade?: number, matrix: Matrix = state.ctm) => {
    const bitmap = bitmapOf(image, typeof image === 'string' ? await find(image) : undefined, shade !== undefined);
    if (bitmap !== undefined) images.push({ bitmap, matrix, shade });
  };
  const stencil = async (image: unknown, within: Matrix = identity) => {
    const { data } = (image ?? {}) as { readonly data?: unknown };
    await add(typeof data === 'string' ? data : image, greyOf(state.fill), times(state.ctm, within));
  };
  const handlers: Readonly<Record<string, (args: readonly unknown[]) => void | Promise<void>>> = {
    save: () => void saved.push(state),
    restore,
    transform: move,
    paintFormXObjectBegin: ([matrix]) => {
      saved.push(state);
      if (matrix) move([matrix]);
    },
    paintFormXObjectEnd: restore,
    setFillRGBColor: ([fill]) => {
      state = { ...state, fill: typeof fill === 'string' ? fill : '#000000' };
    },
    paintImageXObject: ([name]) => add(name),
    paintInlineImageXObject: ([image]) => add(image),
    paintImageMaskXObject: ([image]) => stencil(image),
    paintImageMaskXObjectGroup: async ([list]) => {
      for (const each of list as readonly { readonly transform?: unknown }[]) {
        await stencil(each, matrixOf([each.transform ?? identity]));
      }
    },
  };
  for (const [index, operator] of fnArray.entries()) {
    await handlers[names.get(operator) ?? '']?.((argsArray[index] ?? []) as readonly unknown[]);
  }
  return images;
}

/** The kind of a bitmap with a bit for each pixel. */
const bits = 1;
/** Bytes of a row of so many pixels, by kind. */
const rowBytes: Readonly<Record<number, (width: number) => number>> = {
  [bits]: (width) => (width + 7) >> 3,
  2: (width) => width * 3,
  3: (width) => width * 4,
};

/** The bitmap of an inline image, or of one that was found by its name; undefined if it isn't whole. */
function bitmapOf(inline: unknown, found: unknown, isStencil: boolean): Bitmap | undefined {
  const { width = 0, height = 0, kind = 0, data } = ((found ?? inline) || {}) as Partial<Bitmap>;
  const bitmap = { width, height, kind: isStencil ? bits : kind, data };
  const row = rowBytes[bitmap.kind];
  if (row === undefined || !(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const isWhole = width > 0 && height > 0 && data.length >= row(width) * height;
  return isWhole ? { ...bitmap, data } : undefined;
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Paints an image. `matrix` maps the unit square, whose top is 1, to pixels. */
function paint({ width, height, pixels }: Canvas, image: Placed, matrix: Matrix): void {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return;
  const [left, right] = within([e, e + a, e + c, e + a + c], width);
  const [top, bottom] = within([f, f + b, f + d, f + b + d], height);
  const { width: columns, height: rows } = image.bitmap;
  const read = readerOf(image);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      // The middle of the pixel, in the unit square.
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const column = Math.floor(((d * dx - c * dy) / determinant) * columns);
      const row = Math.floor((1 - (a * dy - b * dx) / determinant) * rows);
      const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
      const at = y * width + x;
      if (isInside) pixels[at] = read(column, row, pixels[at] ?? 255);
    }
  }
}

/** The whole pixels that corners span, within a side of the canvas. */
const within = (corners: readonly number[], side: number): readonly [from: number, to: number] => [
  Math.max(0, Math.floor(Math.min(...corners))),
  Math.min(side, Math.ceil(Math.max(...corners))),
];

/** Returns the shade of a pixel of a bitmap, over that of what is under it. */
function readerOf({ bitmap, shade }: Placed): (x: number, y: number, under: number) => number {
  const { width, kind, data } = bitmap;
  const at = (index: number) => data[index] ?? 0;
  const grey = (index: number) => (at(index) * 77 + at(index + 1) * 150 + at(index + 2) * 29) >> 8;
  if (kind === bits) {
    const row = (width + 7) >> 3;
    return (x, y, under) => {
      const isSet = ((at(y * row + (x >> 3)) >> (7 - (x & 7))) & 1) === 1;
      if (shade !== undefined) return isSet ? under : shade;
      return isSet ? 255 : 0;
    };
  }
  if (kind === 2) return (x, y) => grey((y * width + x) * 3);
  return (x, y, under) => {
    const index = (y * width + x) * 4;
    const opacity = at(index + 3) / 255;
    return Math.round(grey(index) * opacity + under * (1 - opacity));
  };
}

/** The shade of a colour `#rrggbb`; black for any other. */
function greyOf(color: string): number {
  const value = /^#[\da-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : 0;
  return ((value >> 16) * 77 + ((value >> 8) & 255) * 150 + (value & 255) * 29) >> 8;
}

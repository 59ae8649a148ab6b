import type { Declarations } from './styles.ts';

/**
 * Ways in which a style hides an element: `folded` until a script or a click shows it, `faded` until an animation does, `never`
 * shown at all.
 */
export type Hiding = 'folded' | 'faded' | 'never';

/** Distance in px from which an element is off any screen. */
const offScreen = 400;

const pixels: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 1.3,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  vw: 10,
  vh: 10,
};
const length = /^(-?\d{0,9}(?:\.\d{0,9})?)(px|pt|em|rem|ex|ch|vw|vh|%)?$/;
/** A percentage of its parent, as a length. */
const perCent = 8;

/** A length in px; undefined for anything else. */
function pixelsOf(value: string | undefined): number | undefined {
  const found = length.exec(value ?? '');
  if (found === null || found[1] === '' || found[1] === '-') return undefined;
  const unit = found[2] ?? '';
  return Number(found[1]) * (unit === '%' ? perCent : (pixels[unit] ?? 1));
}

const isAtMost = (value: string | undefined, most: number): boolean => {
  const size = pixelsOf(value);
  return size !== undefined && size <= most;
};

/** Returns how declarations hide an element with all that is in it; undefined if they don't. */
export function hidingOf(style: Declarations): Hiding | undefined {
  if (style.size === 0) return undefined;
  if (style.get('display') === 'none') return 'folded';
  if (isOff(style) || isCut(style) || isTiny(style)) return 'never';
  const visibility = style.get('visibility');
  if (visibility === 'hidden' || visibility === 'collapse') return 'faded';
  if (isClipped(style)) return 'folded';
  const opacity = style.get('opacity');
  if (opacity === undefined || !(Number.parseFloat(opacity) <= 0.05)) return undefined;
  return ['transform', '-webkit-transform', 'transition', 'animation', 'will-change'].some((name) => style.has(name))
    ? undefined
    : 'never';
}

/** True if an element stands off the screen. */
function isOff(style: Declarations): boolean {
  const position = style.get('position');
  const isPlaced = position === 'absolute' || position === 'fixed' || position === 'relative';
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some((side) => isAtMost(style.get(side), -offScreen))) return true;
  // Columns have a margin of -100 %.
  const shifts = ['margin-left', 'margin-top', 'text-indent'].map((name) => style.get(name));
  if (shifts.some((shift) => shift?.endsWith('%') === false && isAtMost(shift, -offScreen))) return true;
  const transform = style.get('transform') ?? '';
  if (/scale[xy]?\(\s*0(?:\.0+)?\s*[,)]/.test(transform)) return true;
  const moved = /translate(?:3d|x|y)?\(\s*(-\d{1,9}[a-z]{0,3})/.exec(transform);
  return moved !== null && isAtMost(moved[1], -offScreen);
}

/** True if a clip leaves nothing. */
function isCut(style: Declarations): boolean {
  const clip = (style.get('clip') ?? '').replaceAll(' ', '');
  if (/^rect\((?:[01](?:px)?[,)]){4}$/.test(clip)) return true;
  return /^(?:inset\((?:50|100)%|circle\(0)/.test(style.get('clip-path') ?? '');
}

/** True if an element is a point. */
const isTiny = (style: Declarations): boolean =>
  isAtMost(style.get('width'), 1) && isAtMost(style.get('height'), 1) && isOverflowCut(style);

const isClipped = (style: Declarations): boolean =>
  (isAtMost(style.get('height'), 0) || isAtMost(style.get('max-height'), 0)) && isOverflowCut(style);

const isOverflowCut = (style: Declarations): boolean => /^(?:hidden|clip)/.test(style.get('overflow') ?? '');

/** Looks of a text that descend to what is within its element. */
export interface Looks {
  readonly color?: string;
  /** Absent if unknown: `unclear` for a picture or a gradient. */
  readonly background?: string;
  /** True for a font of no size, false for any other. */
  readonly isTiny?: boolean;
}

const named: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000', transparent: 'transparent' };

/** A color in one form. */
function colorOf(value: string | undefined): string | undefined {
  if (value === undefined || value === '' || value === 'inherit' || value === 'currentcolor') return undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit.repeat(2))
      .join('')}`;
  const parts = /^rgba?\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]{1,8}))?\)$/.exec(value);
  if (parts === null) return named[value] ?? value;
  if (parts[4] !== undefined && Number(parts[4]) <= 0.05) return 'transparent';
  return `#${parts
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Reads the looks that declarations give; undefined if they give none. */
export function looksOf(style: Declarations): Looks | undefined {
  if (style.size === 0) return undefined;
  const color = colorOf(style.get('color'));
  const behind = style.get('background-color') ?? style.get('background');
  const isPicture = style.has('background-image') || /url\(|gradient/.test(behind ?? '');
  const background = isPicture ? 'unclear' : colorOf(behind?.split(/\s(?![^()]{0,60}\))/, 1)[0]);
  const size = style.get('font-size');
  const isTiny = size === undefined ? undefined : isAtMost(size, 1);
  if (color === undefined && background === undefined && isTiny === undefined) return undefined;
  return {
    ...(color !== undefined && { color }),
    ...(background !== undefined && background !== 'transparent' && { background }),
    ...(isTiny !== undefined && { isTiny }),
  };
}

/** True if a text with these looks can't be seen. `page` is the color behind it if nothing says another one. */
export function isUnseen({ color, background, isTiny }: Looks, page: string): boolean {
  if (isTiny) return true;
  if (color === undefined || background === 'unclear') return false;
  return color === 'transparent' || color === (background ?? page);
}

import type { TextItem } from './items.ts';
import { identity, type Matrix, matrixOf, times } from './matrices.ts';

/** The operators of a page and their arguments, as PDF.js gives them. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The numbers of the operators that are followed, by their names. */
export type OperatorNames = Readonly<Record<string, number>>;

interface Place {
  readonly x: number;
  readonly y: number;
}
interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

interface State {
  ctm: Matrix;
  fill: string;
  mode: number;
  leading: number;
}

/** Text that can't be seen: drawn without ink, or white on nothing else. */
export interface Painting {
  /** True if an item begins where invisible text does, and no visible one. */
  isHidden(item: TextItem): boolean;
}

/** Text without ink: over a scan, it is what text recognition found. */
const invisible = 3;
/** Beyond so many filled shapes, a page is a drawing, and white text counts as seen. */
const maxBoxes = 1_000;

/** Follows the operators of a page as far as they decide what a reader sees of its text. */
export function followPainting({ fnArray, argsArray }: Operators, ops: OperatorNames): Painting {
  const names = new Map(Object.entries(ops).map(([name, number]) => [number, name]));
  const hidden: Place[] = [];
  const seen = new Set<string>();
  const boxes: Box[] = [];
  const images: Box[] = [];
  const saved: State[] = [];
  let state: State = { ctm: identity, fill: '#000000', mode: 0, leading: 0 };
  let line: Matrix = identity;

  const move = (x: number, y: number) => {
    line = times(line, [1, 0, 0, 1, x, y]);
  };
  const show = () => {
    const [, , , , x, y] = times(state.ctm, line);
    const isUnder = (list: readonly Box[]) => list.some((box) => isIn(box, { x, y }));
    const isWithoutInk = state.mode === invisible && !isUnder(images);
    const isWhite = state.mode !== invisible && isNearlyWhite(state.fill);
    const isLost = isWhite && boxes.length < maxBoxes && !isUnder(boxes) && !isUnder(images);
    if (isWithoutInk || isLost) hidden.push({ x, y });
    else seen.add(placeKey({ x, y }));
  };
  const handlers: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    save: () => void saved.push({ ...state }),
    restore: () => {
      state = saved.pop() ?? state;
    },
    transform: (args) => {
      state.ctm = times(state.ctm, matrixOf(args));
    },
    paintFormXObjectBegin: ([matrix]) => {
      saved.push({ ...state });
      if (matrix) state.ctm = times(state.ctm, matrixOf([matrix]));
    },
    paintFormXObjectEnd: () => {
      state = saved.pop() ?? state;
    },
    setFillRGBColor: ([color]) => {
      state.fill = typeof color === 'string' ? color : '#000000';
    },
    setTextRenderingMode: ([mode]) => {
      state.mode = Number(mode);
    },
    setLeading: ([leading]) => {
      state.leading = -Number(leading);
    },
    beginText: () => {
      line = identity;
    },
    setTextMatrix: (args) => {
      line = matrixOf(args);
    },
    moveText: ([x, y]) => move(Number(x), Number(y)),
    setLeadingMoveText: ([x, y]) => {
      state.leading = Number(y);
      move(Number(x), Number(y));
    },
    nextLine: () => move(0, state.leading),
    showText: show,
    showSpacedText: show,
    nextLineShowText: show,
    constructPath: ([, , bounds]) => {
      if (boxes.length < maxBoxes && !isNearlyWhite(state.fill)) boxes.push(boxOf(state.ctm, bounds));
    },
    shadingFill: () => void boxes.push({ left: -1e6, right: 1e6, bottom: -1e6, top: 1e6 }),
  };
  let last = '';
  for (const [index, operator] of fnArray.entries()) {
    const name = names.get(operator) ?? '';
    const args = (argsArray[index] ?? []) as readonly unknown[];
    // Images are left out unread, but not what is around them.
    if (name === 'restore' && last === 'transform') images.push(boxOf(state.ctm, [0, 0, 1, 1]));
    handlers[name]?.(args);
    if (name !== 'dependency') last = name;
  }
  const gone = new Set(hidden.map(placeKey));
  return {
    isHidden({ transform: [, , , , x = 0, y = 0] }) {
      const key = placeKey({ x, y });
      return gone.has(key) && !seen.has(key);
    },
  };
}

/** Places are compared as whole points. */
const placeKey = ({ x, y }: Place): string => `${Math.round(x)} ${Math.round(y)}`;

const isNearlyWhite = (color: string): boolean => /^#(?:f[5-f]){3}/i.test(color);

const isIn = ({ left, right, bottom, top }: Box, { x, y }: Place): boolean =>
  x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1;

/** The bounds of a shape on the page. */
function boxOf(ctm: Matrix, bounds: unknown): Box {
  const [x = 0, y = 0, right = 0, top = 0] = Array.from((bounds ?? []) as ArrayLike<number>);
  const corners = [
    [x, y],
    [right, y],
    [x, top],
    [right, top],
  ].map(([left = 0, base = 0]) => times(ctm, [1, 0, 0, 1, left, base]));
  const xs = corners.map((corner) => corner[4]);
  const ys = corners.map((corner) => corner[5]);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

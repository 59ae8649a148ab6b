/** An agent's seal: drawn from its ID alone, so every page and every chat shows the same one. */
export interface Seal {
  /** The hue of the agent, in degrees of OKLCH. */
  readonly hue: number;
  /** The colour of the wax. Its contrast is at least 3 to the grounds of both schemes, and 4.5 to `ink`. */
  readonly wax: string;
  /** The colour of the figure on it. */
  readonly ink: string;
  /** The outline of the wax: the data of a filled path. */
  readonly edge: string;
  /** The figure: the data of a path with round ends. */
  readonly figure: string;
  /** The width of the figure's lines. */
  readonly line: number;
}

/** Length of the sides of the box that a seal is drawn in. */
export const sealBox = 32;

const centre = sealBox / 2;

/** A point at a distance from the centre; a whole turn is 1. */
type At = (distance: number, turn: number) => string;

const at: At = (distance, turn) => {
  const angle = 2 * Math.PI * turn;
  return `${round(centre + distance * Math.sin(angle))} ${round(centre - distance * Math.cos(angle))}`;
};

const round = (length: number) => Math.round(length * 100) / 100;

/** One arm of a figure, from the turn where it stands; `step` is the turn to the next one. */
type Arm = (turn: number, step: number) => string;

/** The arms, each clear enough for a seal of 16 pixels, and how many of them make a figure that means nothing else. */
const arms: readonly { readonly counts: readonly number[]; readonly draw: Arm }[] = [
  // Spokes.
  { counts: [3, 4, 5, 6], draw: (turn) => `M${at(4, turn)}L${at(10.5, turn)}` },
  // Petals.
  {
    counts: [3, 4, 5, 6],
    draw: (turn, step) =>
      `M${at(2.5, turn)}Q${at(8.5, turn - step * 0.42)} ${at(10.8, turn)}Q${at(8.5, turn + step * 0.42)} ${at(2.5, turn)}`,
  },
  // Sides of a polygon.
  { counts: [3, 4, 5, 6], draw: (turn, step) => `M${at(9.5, turn)}L${at(9.5, turn + step)}` },
  // Hooks.
  { counts: [3, 5, 6, 7], draw: (turn, step) => `M${at(3.5, turn)}Q${at(10, turn)} ${at(10.2, turn + step * 0.55)}` },
  // Chevrons.
  {
    counts: [3, 4, 5, 6],
    draw: (turn, step) => `M${at(6, turn - step * 0.32)}L${at(10.6, turn)}L${at(6, turn + step * 0.32)}`,
  },
  // Segments of a ring.
  {
    counts: [3, 4, 5, 6],
    draw: (turn, step) =>
      `M${at(10, turn - step * 0.3)}Q${at(10 / Math.cos(Math.PI * step * 0.6), turn)} ${at(10, turn + step * 0.3)}`,
  },
  // Rays of a star.
  {
    counts: [4, 5, 7, 8],
    draw: (turn, step) => `M${at(10.8, turn)}L${at(4.8, turn + step / 2)}L${at(10.8, turn + step)}`,
  },
];

/** Paths in the middle of a seal. A line without length is a dot. */
const middles: readonly string[] = ['', `M${at(0, 0)}h0`, `M${at(3, 0)}a3 3 0 1 1 -.01 0`];

/**
 * Draws the seal of an agent. The same ID always gives the same seal; two IDs rarely give alike ones: there are 24
 * hues, seven kinds of figure with four numbers of arms, three middles, and edges with seven to twelve waves.
 */
export function sealOf(id: string): Seal {
  const pick = picker(id);
  const hue = pick(24) * 15;
  const { counts, draw } = of(arms, pick);
  const count = of(counts, pick);
  const middle = of(middles, pick);
  const waves = 7 + pick(6);
  const turn = pick(8) / 8 / count;
  const tilt = pick(8) / 8 / waves;
  const figure = around(count, (index) => draw(turn + index / count, 1 / count));
  return {
    hue,
    wax: `oklch(0.535 0.12 ${hue})`,
    ink: '#ffffff',
    edge: edgeOf(waves, tilt),
    figure: figure + middle,
    line: count > 4 ? 2 : 2.4,
  };
}

function edgeOf(waves: number, tilt: number): string {
  const step = 1 / waves;
  const curves = around(
    waves,
    (index) => `Q${at(17, tilt + (index + 0.5) * step)} ${at(14, tilt + (index + 1) * step)}`,
  );
  return `M${at(14, tilt)}${curves}Z`;
}

const around = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

type Pick = (below: number) => number;

function of<T>(all: readonly T[], pick: Pick): T {
  return all[pick(all.length)] as T;
}

/** Returns a function that picks a number below its argument; the sequence depends on the text alone. */
function picker(text: string): Pick {
  // FNV-1a gives the start, and the steps of SplitMix32 spread it.
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

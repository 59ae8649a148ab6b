// @module-tag pure

import { describe, expect, it } from 'vitest';
import { sealOf } from './seal.ts';

/** IDs as the service makes them: a common start, then letters and digits. */
const ids = Array.from({ length: 10_000 }, (_, index) => `agent_01jd${(index * 7919).toString(36).padStart(8, '0')}`);

describe('the seal of an agent', () => {
  it('is the same for the same ID, in every version: people know their agents by it', () => {
    expect(sealOf('agent_01jd')).toEqual(sealOf('agent_01jd'));
    const { hue, edge, figure } = sealOf('agent_01jd0000000000000000000000');
    expect({ hue, edge: edge.slice(0, 24), figure: figure.slice(0, 24) }).toMatchInlineSnapshot(`
      {
        "edge": "M16 2Q21.81 0.03 25 5.28",
        "figure": "M20.13 6.02L20.43 14.16L",
        "hue": 330,
      }
    `);
  });

  it('differs between agents', () => {
    const seals = ids.map(sealOf);
    const distinct = new Set(seals.map(({ hue, edge, figure }) => `${hue} ${edge} ${figure}`));
    expect(distinct.size).toBeGreaterThan(9_900);
    expect(new Set(seals.map(({ hue }) => hue)).size).toBe(24);
    const neighbours = seals.filter((seal, index) => seal.hue === seals[index + 1]?.hue);
    expect(neighbours.length).toBeLessThan(700);
  });

  it('is drawn with numbers only, inside its box', () => {
    for (const { edge, figure } of ids.slice(0, 500).map(sealOf)) {
      expect(edge + figure).not.toMatch(/NaN|undefined|e-/);
      const places = [...`${edge}${figure}`.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [x, y]);
      for (const place of places.map(Number)) expect(Math.abs(place - 16)).toBeLessThanOrEqual(17);
    }
  });

  it('is visible in both schemes, and its white figure on it', () => {
    for (const { wax } of ids.slice(0, 500).map(sealOf)) {
      expect(contrast(luminanceOf(wax), 1)).toBeGreaterThan(4.5);
      // The grounds of tables and dialogs (`app.css` of the dashboard).
      for (const ground of [1, 0.0065, 0.0108]) expect(contrast(luminanceOf(wax), ground)).toBeGreaterThan(3);
    }
  });
});

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The relative luminance of `oklch(L C h)` (CSS Color 4, 10), as a screen clips it to sRGB. */
function luminanceOf(color: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = [...color.matchAll(/[\d.]+/g)].map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clipped = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((each) => Math.min(1, Math.max(0, each)));
  const [red = 0, green = 0, blue = 0] = clipped;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// @module-tag pure

import { readFileSync } from 'node:fs';
import { sealOf } from '@parley/widget/seal';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../styles/app.css', import.meta.url), 'utf8');
const [, light = '', dark = ''] = /:root \{(.*?)\}.*?"dark"\] \{(.*?)\}/s.exec(css) ?? [];

/** All 24 hues that a seal can have. */
const hues = Array.from({ length: 24 }, (_, step) => step * 15);

describe('the colour of an agent’s name', () => {
  it('has the hue of its seal', () => {
    for (let index = 0; index < 200; index++) expect(hues).toContain(sealOf(`agent_${index}`).hue);
  });

  it.each([
    ['light', light],
    ['dark', dark],
  ])('has a contrast of at least 4.5 to every ground of the %s scheme', (_, scheme) => {
    const [lightness = 0, chroma = 0] = tokenOf(scheme, 'name').split(' ').map(Number);
    for (const ground of ['ground', 'sunken', 'raised', 'hover', 'chosen']) {
      const behind = luminanceOf(rgbOf(tokenOf(scheme, ground)));
      for (const hue of hues) {
        const name = luminanceOf(fromOklch(lightness, chroma, hue));
        expect(contrast(name, behind), `${hue}° on --${ground}`).toBeGreaterThan(4.5);
      }
    }
  });
});

const tokenOf = (scheme: string, name: string) => new RegExp(`--${name}: ([^;]+);`).exec(scheme)?.[1] ?? '';

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const luminanceOf = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** `#rrggbb` in linear light (WCAG 2.2, relative luminance). */
const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** A colour of OKLCH in linear light (CSS Color 4, 10), as a screen clips it to sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((each) => Math.min(1, Math.max(0, each)));
}

/** The colours of a theme, in the order of their CSS variables, as the editor names them. */
export const colourLabels = {
  accent: 'Accent',
  accentText: 'Text on accent',
  background: 'Background',
  surface: 'Surface',
  text: 'Text',
  mutedText: 'Muted text',
  border: 'Border',
} as const;

export type ColourName = keyof typeof colourLabels;
export const colourNames = Object.keys(colourLabels) as readonly ColourName[];

/** The colours that a channel sets; any other has its default. */
export type Colours = Partial<Record<ColourName, string>>;
export type Scheme = 'light' | 'dark';

/** The defaults of the chat itself. The text on the accent follows the accent. */
const defaults = {
  light: {
    accent: '#4f46e5',
    background: '#ffffff',
    surface: '#f4f4f6',
    text: '#18181b',
    mutedText: '#63636e',
    border: '#e4e4e9',
  },
  dark: {
    accent: '#8b8cf9',
    background: '#141417',
    surface: '#212126',
    text: '#f1f1f4',
    mutedText: '#a3a3ae',
    border: '#33333a',
  },
} as const satisfies Record<Scheme, Omit<Record<ColourName, string>, 'accentText'>>;

/** True if a text is a colour as the API takes it: `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Reads a typed colour: with or without `#`, in three or six digits; undefined if it isn't a colour. */
export function readColour(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  if (!/^[0-9a-f]{3}$/.test(digits)) return undefined;
  return `#${[...digits].map((digit) => digit + digit).join('')}`;
}

/** Relative luminance of a colour `#rrggbb` (WCAG 2.1). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.1). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on a colour. */
export const readableOn = (colour: string): string => (luminance(colour) > 0.179 ? '#000000' : '#ffffff');

/** Every colour of a scheme as the chat shows it. An unfinished one counts as unset. */
export function shownColours(own: Colours, scheme: Scheme): Record<ColourName, string> {
  const set = Object.fromEntries(Object.entries(own).filter(([, colour]) => isColour(colour)));
  const colours = { ...defaults[scheme], ...set };
  return { accentText: readableOn(colours.accent), ...colours };
}

/** Min contrast of text (WCAG 2.1, success criterion 1.4.3, level AA). */
const minContrast = 4.5;

/** Colours of text, each with the colour behind it. */
const pairs = [
  ['accentText', 'accent'],
  ['text', 'background'],
  ['text', 'surface'],
  ['mutedText', 'background'],
] as const;

/** Text that is hard to read, with its contrast: `Text on accent on accent` has 2.1. */
export function hardToRead(own: Colours, scheme: Scheme): { text: ColourName; ground: ColourName; ratio: number }[] {
  const shown = shownColours(own, scheme);
  return pairs
    .map(([text, ground]) => ({ text, ground, ratio: contrast(shown[text], shown[ground]) }))
    .filter(({ ratio }) => ratio < minContrast);
}

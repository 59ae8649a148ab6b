/** The accent of a launcher before its channel's is known. */
export const defaultAccent = '#4f46e5';

/** The accents of a channel that sets none, by mode. */
export const defaultAccents = { light: defaultAccent, dark: '#8b8cf9' } as const;

/**
 * Black or white, whichever contrasts more with a colour `#rrggbb`. By the relative luminance of WCAG 2.1 without its
 * linear part, which adds less than 0.001.
 */
export function readableOn(color: string): string {
  const number = Number.parseInt(color.slice(1), 16);
  const part = (shift: number) => (((number >> shift) & 255) / 269 + 0.052) ** 2.4;
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.179 ? '#000000' : '#ffffff';
}

/** The accents of a channel that sets none, by mode. */
export const defaultAccents = { light: '#4f46e5', dark: '#8b8cf9' } as const;

/** Black or white, whichever contrasts more with a colour `#rrggbb` (WCAG 2.1, relative luminance). */
export function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

import type { CSSProperties } from 'react';
import css from './face.module.css';

/** A picture of a person: the initial of the name, in a hue of the ID. The name must be beside it. `size` in pixels. */
export function Face({ id, name, size = 40 }: { id: string; name: string; size?: number }) {
  const style = { '--face': `${size}px` } as CSSProperties;
  return (
    <span className={css['face']} aria-hidden="true" data-hue={hueOf(id)} style={style}>
      {initialOf(name)}
    </span>
  );
}

/** Number of hues of the pictures, as the styles have them. */
const hues = 6;

/** One of the hues, the same for the same text. */
const hueOf = (text: string): number =>
  [...text].reduce((sum, each) => (sum * 31 + (each.codePointAt(0) ?? 0)) % 9973, 7) % hues;

/** The first letter or digit of a name. */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '?';

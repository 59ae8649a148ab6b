import { sealBox, sealOf } from '@parley/widget/seal';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import css from './seal.module.css';

/** The seal of an agent: 16 pixels in a line of text, up to 48 in a heading. Its name must be beside it. */
export function Seal({ id, size = 20, inline = false }: { id: string; size?: number; inline?: boolean }) {
  const { wax, ink, edge, figure, line } = useMemo(() => sealOf(id), [id]);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${sealBox} ${sealBox}`}
      className={css[inline ? 'inline' : 'seal']}
      aria-hidden="true"
      focusable="false"
    >
      <path d={edge} fill={wax} />
      <path d={figure} fill="none" stroke={ink} strokeWidth={line} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** An agent's name, in the colour of its seal. Links in it have the colour, too. */
export function Named({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className={`${css['tint']} ${css['named']}`} style={hueOf(id)}>
      {children}
    </span>
  );
}

/** A part of a page in which one agent talks: its name at messages has the colour of its seal. */
export function Tint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={`${css['tint']} ${css['part']}`} style={hueOf(id)}>
      {children}
    </div>
  );
}

const hueOf = (id: string) => ({ '--hue': sealOf(id).hue }) as CSSProperties;

/** An agent's name, and a text about it, beside its seal. */
export function Sealed({ id, size = 28, children }: { id: string; size?: number; children: ReactNode }) {
  return (
    <div className={css['sealed']}>
      <Seal id={id} size={size} />
      <div className={css['words']}>{children}</div>
    </div>
  );
}

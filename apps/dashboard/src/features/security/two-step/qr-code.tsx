import { encode } from 'uqr';
import { modulesPath } from './modules-path.ts';
import css from './two-step.module.css';

/** Modules of a QR code's quiet zone on each side (ISO/IEC 18004, 5.3.8). */
const quietZone = 4;

/** A text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  return (
    <svg
      className={css['qr']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={modulesPath(data)} fill="currentColor" />
    </svg>
  );
}

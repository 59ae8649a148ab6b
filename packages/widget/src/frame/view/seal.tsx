import { useMemo } from 'preact/hooks';
import { sealBox, sealOf } from '../../seal.ts';

/** The seal of an agent; screen readers get the title beside it. */
export function Seal({ id }: { id: string }) {
  const { wax, ink, edge, figure, line } = useMemo(() => sealOf(id), [id]);
  return (
    <svg viewBox={`0 0 ${sealBox} ${sealBox}`} class="seal" aria-hidden="true" focusable="false">
      <path d={edge} fill={wax} />
      <path d={figure} fill="none" stroke={ink} stroke-width={line} stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

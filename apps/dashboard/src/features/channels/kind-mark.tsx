import type { ReactNode } from 'react';
import { Drawing } from '../../ui/icons.tsx';

/** How the known kinds are drawn; any other kind is a plug. */
const drawings: Readonly<Record<string, ReactNode>> = {
  widget: (
    <>
      <path d="M8.5 13H2.5V3h11v4" />
      <path d="M9 9.5h5v3h-2L10.5 14v-1.5H9zM2.5 5.75h11" />
    </>
  ),
  page: <path d="M2 3h12v10H2zM2 6h12M4 4.5h.01M5.75 4.5h.01M5 8.75h6M5 10.75h3.5" />,
  webhook: (
    <>
      <circle cx="4" cy="11.5" r="2" />
      <circle cx="12" cy="11.5" r="2" />
      <circle cx="8" cy="4.25" r="2" />
      <path d="M7 6 5 9.75M9 6l2 3.75M6 11.5h4" />
    </>
  ),
};
const plug = <path d="M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V7a4.5 4.5 0 0 1-9 0zM8 11.5V14" />;

/** The mark of a kind of channel. It is decorative: the kind or the channel is named beside it. */
export function KindMark({ type, size = 16 }: { type: string; size?: number }) {
  return <Drawing size={size}>{drawings[type] ?? plug}</Drawing>;
}

import type { ReactNode } from 'react';
import { Drawing } from '../../ui/page/icons.tsx';

/** Drawings of the known kinds; any other kind is a plug. */
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
  telegram: <path d="M13.75 2.5 2 7l4.25 1.75M13.75 2.5 11 13.25 6.25 8.75M13.75 2.5l-7.5 6.25v4.5L8.5 11" />,
  slack: <path d="M6.25 2.5 4.75 13.5M11.25 2.5 9.75 13.5M2.75 5.75h11M2.25 10.25h11" />,
  discord: (
    <>
      <path d="M3 2.75h10a1 1 0 0 1 1 1v6.75a1 1 0 0 1-1 1H8.5L5.5 14v-2.5H3a1 1 0 0 1-1-1V3.75a1 1 0 0 1 1-1z" />
      <path d="m9.25 5-2.5 4.25" />
    </>
  ),
  whatsapp: (
    <>
      <path d="M4.5 1.75h5a1 1 0 0 1 1 1V4M10.5 11v2.25a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1V2.75a1 1 0 0 1 1-1M6.5 12.25h1" />
      <path d="M7 5.5h7v4.25h-3L9.25 11.5V9.75H7z" />
    </>
  ),
  email: <path d="M2 3.5h12v9H2zM2.25 4 8 8.75 13.75 4" />,
};
const plug = <path d="M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V7a4.5 4.5 0 0 1-9 0zM8 11.5V14" />;

/** The mark of a kind of channel. It is decorative: the kind or the channel is named beside it. */
export function KindMark({ type, size = 16 }: { type: string; size?: number }) {
  return <Drawing size={size}>{drawings[type] ?? plug}</Drawing>;
}

import type { ReactNode } from 'react';

/** Strokes on a 16-pixel grid, drawn for this dashboard: the data of a path, or an element with more than that. */
const drawings = {
  home: 'M2.5 7 8 2.5 13.5 7v6a.5.5 0 0 1-.5.5H10V9.5H6v4H3a.5.5 0 0 1-.5-.5z',
  agent:
    'M3 3h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H8L5 14v-2.5H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM5.5 7.25h.01M8 7.25h.01M10.5 7.25h.01',
  key: 'M2.25 11a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM7 9l6.5-6.5M11 5l2 2M9.25 6.75l1.5 1.5',
  people:
    'M3.5 5.25a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 3a2.5 2.5 0 0 1 0 4.5M12 9.75c1.5.5 2.5 1.75 2.5 3.75',
  group:
    'M6 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM4.5 13.5c0-2.25 1.5-3.75 3.5-3.75s3.5 1.5 3.5 3.75M3.75 4.5a1.75 1.75 0 0 0 0 3.25M1.5 12c0-1.25.5-2 1.5-2.5M12.25 4.5a1.75 1.75 0 0 1 0 3.25M14.5 12c0-1.25-.5-2-1.5-2.5',
  clock: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM8 4.5V8l2.5 1.5',
  gauge: 'M2.75 12.5a6.25 6.25 0 1 1 10.5 0M8 9.5l2.5-3.25',
  shield: 'M8 1.75 13.25 3.5v4c0 3.25-2.25 5.5-5.25 6.75-3-1.25-5.25-3.5-5.25-6.75v-4z',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  fingerprint:
    'M3.5 11.5c.75-1.25 1-2.5 1-4a3.5 3.5 0 0 1 7 0c0 1-.1 2-.35 3M8 7.5c0 2.25-.5 4.25-1.5 6M10.5 12.75l-.25.75M3 5.25a5.75 5.75 0 0 1 10.25.5',
  phone: 'M4.5 1.75h7v12.5h-7zM7.25 11.75h1.5',
  sliders: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.75v3.5M6 9.75v3.5',
  plus: 'M8 3v10M3 8h10',
  search: 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zM10.5 10.5l3.25 3.25',
  copy: 'M7 5.5h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1 -1.5 1.5h-5a1.5 1.5 0 0 1 -1.5 -1.5v-5a1.5 1.5 0 0 1 1.5 -1.5zM10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5',
  check: 'M3 8.5l3.25 3.25L13 5',
  chevrons: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  chevronRight: 'M6 3.5l4.5 4.5L6 12.5',
  arrowLeft: 'M13 8H3m4-4L3 8l4 4',
  arrowRight: 'M3 8h10M9 4l4 4-4 4',
  dots: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  trash: 'M2.5 4.25h11M6 4V2.5h4V4M4 4.25l.5 9.25h7l.5-9.25M6.75 7v4M9.25 7v4',
  duplicate: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3M9.5 7.5v4M7.5 9.5h4',
  rotate: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  checks: 'M1.75 8.5l3 3L11 4.75M7.5 11.25l.5.25 6.25-6.75',
  tool: 'M10.2 2.6a3.6 3.6 0 0 0-3.4 4.9l-4.4 4.4 1.7 1.7 4.4-4.4a3.6 3.6 0 0 0 4.7-4.4L11 7 9 5z',
  bell: 'M8 2a4 4 0 0 0-4 4c0 4-1.5 5-1.5 5.5h11C13.5 11 12 10 12 6a4 4 0 0 0-4-4zM6.5 13.75h3',
  bellOn: (
    <path
      d="M8 2a4 4 0 0 0-4 4c0 4-1.5 5-1.5 5.5h11C13.5 11 12 10 12 6a4 4 0 0 0-4-4zM6.5 13.75h3M1.5 5A6 6 0 0 1 3 2M14.5 5A6 6 0 0 0 13 2"
      fill="currentColor"
      fillOpacity={0.25}
    />
  ),
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5h.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  sun: 'M5.25 8a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13.5 9.5A5.75 5.75 0 1 1 6.5 2.5a4.75 4.75 0 0 0 7 7z',
  screen: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  signOut: 'M6 2.5H3v11h3M10.5 5l3 3-3 3M13.5 8H6',
  help: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM6.25 6.25A1.75 1.75 0 1 1 8.5 7.9c-.35.15-.5.35-.5.85M8 11.25h.01',
  code: 'M5.5 4.5l-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  inbox: 'M2 9.5 4 3h8l2 6.5v4H2zM2 9.5h3.5l1 1.75h3l1-1.75H14',
  thumbUp:
    'M5.5 7 8 2.25a1.4 1.4 0 0 1 1.5 1.4V6.25h3a1 1 0 0 1 1 1.2l-1 4.9a1.2 1.2 0 0 1-1.15.9H5.5zM5.5 7v6.25h-3V7z',
  thumbDown:
    'M5.5 9 8 13.75a1.4 1.4 0 0 0 1.5-1.4V9.75h3a1 1 0 0 0 1-1.2l-1-4.9a1.2 1.2 0 0 0-1.15-.9H5.5zM5.5 9V2.75h-3V9z',
  pencil: 'M3 13l.6-2.9L10.9 2.8l2.3 2.3-7.3 7.3zM9.25 4.5l2.25 2.25',
  send: 'M8 13V3M4 7l4-4 4 4',
  stop: 'M4.5 4.5h7v7h-7z',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  download: 'M8 2.5v8M4.75 7.25 8 10.5l3.25-3.25M2.5 13.5h11',
  panel: 'M2.5 3h11v10h-11zM10 3v10',
  person: 'M5.25 5.25a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM3 13.75c0-2.75 2.25-4.25 5-4.25s5 1.5 5 4.25',
  tag: 'M2.5 2.5h5.25l5.75 5.75-5.25 5.25L2.5 7.75zM5.25 5.25h.01',
  book: 'M8 4.25C6.75 3.25 5 2.75 2.5 2.75v9.5c2.5 0 4.25.5 5.5 1.5 1.25-1 3-1.5 5.5-1.5v-9.5c-2.5 0-4.25.5-5.5 1.5zM8 4.25v9.5',
  text: 'M2.5 4h11M2.5 8h11M2.5 12h6.5',
  file: 'M9.25 2H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.25zM9.25 2v3.25h3.25',
  image: 'M2.5 3h11v10h-11zM2.5 11.5l3.25-3.5 2.5 2.5L10.5 8l3 3M5.25 5.75a.75 .75 0 1 0 1.5 0a.75 .75 0 1 0 -1.5 0z',
  film: 'M2 4h8.5v8H2zM10.5 7 14 5v6l-3.5-2',
  sound: 'M3 6.5v3M5.5 4.5v7M8 2.5v11M10.5 5v6M13 6.75v2.5',
  pin: 'M8 14.25C5 11 3.5 8.75 3.5 6.5a4.5 4.5 0 0 1 9 0c0 2.25-1.5 4.5-4.5 7.75zM6.5 6.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z',
  link: 'M6.75 9.25a2.75 2.75 0 0 0 3.9 0l2.1-2.1a2.75 2.75 0 0 0-3.9-3.9l-.85.85M9.25 6.75a2.75 2.75 0 0 0-3.9 0l-2.1 2.1a2.75 2.75 0 0 0 3.9 3.9l.85-.85',
  globe:
    'M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM2 8h12M8 2c2 1.75 2.75 3.75 2.75 6S10 12.25 8 14c-2-1.75-2.75-3.75-2.75-6S6 3.75 8 2z',
  upload: 'M8 10.5v-8M4.75 5.75 8 2.5l3.25 3.25M2.5 13.5h11',
  outside: 'M6.5 3H3v10h10V9.5M9.25 2.5h4.25v4.25M13.5 2.5 7.5 8.5',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  sparkle: 'M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5zM13 2v2.5M11.75 3.25h2.5',
  offline:
    'M2 2l12 12M4.5 8.25A5 5 0 0 1 6 7.3M11.5 8.25A5 5 0 0 0 9 6.9M2 5.75A9 9 0 0 1 4 4.4M14 5.75A9 9 0 0 0 7 3.3M6.5 10.5a2.25 2.25 0 0 1 3 0M8 13h.01',
} satisfies Record<string, ReactNode>;

/** The name of an icon. */
export type IconName = keyof typeof drawings;

/** An icon in the text colour. It is decorative: its meaning is always in the text beside it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const drawing = drawings[name];
  return <Drawing size={size}>{typeof drawing === 'string' ? <path d={drawing} /> : drawing}</Drawing>;
}

/** Strokes on a 16-pixel grid as an icon. */
export function Drawing({ size, children }: { size: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** The outlines of icons, 24 by 24. */
const outlines = {
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6 6 18',
  fresh: 'M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4Z',
  history: 'M12 7v5l3.5 2M4 12a8 8 0 1 0 2.500-5.800M4 4v4.500h4.5',
  mail: 'M4 6.500h16v11H4zM4.500 7l7.500 6 7.500-6',
  up: 'M7 10.5v9H4v-9ZM7 10.5 11 3c1.6 0 2.4 1 2.2 2.5L12.7 9H18a2 2 0 0 1 2 2.3l-1.1 6.500a2 2 0 0 1-2 1.700H7',
  down: 'M7 13.500v-9H4v9ZM7 13.5 11 21c1.6 0 2.4-1 2.2-2.500L12.7 15H18a2 2 0 0 0 2-2.300l-1.1-6.500a2 2 0 0 0-2-1.700H7',
  retry: 'M4 12a8 8 0 1 0 2.5-5.800M4 4v4.500h4.5',
  sound: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9.500a4 4 0 0 1 0 5M18 7a7.500 7.500 0 0 1 0 10',
  muted: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM16 9.500l5 5M21 9.500l-5 5',
  link: 'M9 15 19 5M12 5h7v7',
  window: 'M14 5h5v5M19 5l-8 8M18 14v5H5V6h5',
} as const;

export type IconName = keyof typeof outlines;

/** An icon beside or instead of a text; screen readers don't see it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false">
      <path d={outlines[name]} />
    </svg>
  );
}

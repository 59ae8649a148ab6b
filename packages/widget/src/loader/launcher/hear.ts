import type { Seam } from './seam.ts';

type Listener = (detail: Readonly<Record<string, unknown>>) => void;

/** The functions of `window.parley` that tell of events. */
type Events = Readonly<Record<'on' | 'off', (event: string, listener: Listener) => void>>;

/** Hears an event of a widget until it is removed. */
export function hear({ options, signal }: Seam, event: string, listener: Listener): void {
  const page = window.parley as unknown as Events;
  const own: Listener = (detail) => {
    if (detail['channel'] === options.channel) listener(detail);
  };
  page.on(event, own);
  signal.addEventListener('abort', () => page.off(event, own));
}

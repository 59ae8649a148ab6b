/** What of the palette and the help is open. */
export type Opened = 'nothing' | 'palette' | 'help';

let opened: Opened = 'nothing';
const listeners = new Set<() => void>();

const set = (value: Opened) => () => {
  opened = value;
  for (const listener of listeners) listener();
};

/** Opens and closes the palette and the help from wherever. */
export const palette = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  opened: () => opened,
  open: set('palette'),
  openHelp: set('help'),
  close: set('nothing'),
};

import { createStore } from '../../ui/store.ts';

/** Which of the palette and the help is open. */
export const openedOverlay = createStore<'nothing' | 'palette' | 'help'>('nothing');

/** Opens and closes the palette and the help. */
export const palette = {
  open: () => openedOverlay.set('palette'),
  openHelp: () => openedOverlay.set('help'),
  close: () => openedOverlay.set('nothing'),
};

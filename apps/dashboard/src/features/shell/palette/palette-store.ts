import { createStore } from '../../../ui/loading/store.ts';

/** Overlays that can be open over any page: the palette, the help, and the dialogs that the palette opens. */
export type Overlay = 'palette' | 'help' | 'invitation' | 'key' | 'workspace';

/** Which of them is open. */
export const openedOverlay = createStore<'nothing' | Overlay>('nothing');

/** Opens and closes the palette and the other overlays. */
export const palette = {
  open: () => openedOverlay.set('palette'),
  openHelp: () => openedOverlay.set('help'),
  /** Opens another overlay from the palette, which closes itself first. */
  goOn: (to: Overlay) => void setTimeout(() => openedOverlay.set(to)),
  close: () => openedOverlay.set('nothing'),
};

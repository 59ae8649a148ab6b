import { createStore } from '../../../../ui/loading/store.ts';

/** Something that can be done with the open conversation, by a key or in the palette. */
export interface OpenCommand {
  readonly label: string;
  /** Other words by which people look for it. */
  readonly also: string;
  /** As `useHotkeys` names them: `shift+J`. */
  readonly hotkey: string;
  run(): void;
}

/** The commands of the open conversation; none if no conversation is open. */
export const openCommands = createStore<readonly OpenCommand[]>([]);

import type { View } from '../filters/list-search.ts';

/** The names of the built-in views, as the menu and the palette have them. */
export const viewLabels: Readonly<Record<View, string>> = {
  waiting: 'Waiting for a person',
  mine: 'Mine',
  unassigned: 'Unassigned',
  resting: 'Resting',
  failed: 'Failed replies',
  negative: 'Bad feedback',
};

import { lazyNamed } from '../../ui/loading/lazy-named.ts';

/** The picker of saved replies, which loads with the first `/`. */
export const ReplyPicker = lazyNamed(() => import('./reply-picker.tsx').then((module) => module.ReplyPicker));

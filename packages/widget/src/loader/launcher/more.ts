/** The parts of a launcher that few channels have: another icon, a text, bubbles, and the number in the title. */
import { setTitleCount } from '../../title-count.ts';
import { dress } from './dress.ts';
import { watchRules } from './greetings.ts';
import { hear } from './hear.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';
import type { Words } from './words.ts';

/** State of a launcher when its rare parts are loaded. */
interface Now {
  /** Number of replies so far. */
  readonly unread: number;
  /** Words in the visitor's language; undefined for English. */
  readonly words: Words | undefined;
}

/** Adds the parts that the settings ask for. */
export function extend(seam: Seam, settings: LauncherSettings, { unread, words }: Now): void {
  const { panel, options, signal } = seam;
  // A chat inside an element has no launcher.
  if (options.target === undefined) {
    dress(seam, settings);
    // The name of the launcher has changed, perhaps.
    panel.setUnread(unread);
    watchRules(seam, settings, words?.close ?? 'Close');
  }
  if (!settings.titleBadge) return;
  const count = (replies: number) => setTitleCount(options.channel, replies);
  count(unread);
  hear(seam, 'unread', (detail) => count(Number(detail['count'])));
  signal.addEventListener('abort', () => count(0));
}

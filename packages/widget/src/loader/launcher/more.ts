/** The parts of a launcher that few channels have: another icon, a text, bubbles, and the number in the title. */
import { setTitleCount } from '../../title-count.ts';
import { dress } from './dress.ts';
import { watchRules } from './greetings.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';

/** Adds the parts that the settings ask for. `unread` is the number of replies so far. */
export function extend(seam: Seam, settings: LauncherSettings, unread: number): void {
  const { channel } = seam.options;
  dress(seam.panel, settings);
  const count = (replies: number) => {
    if (settings.titleBadge) setTitleCount(channel, replies);
  };
  count(unread);
  const greetings = watchRules(seam, settings);
  seam.hear = (event, detail) => {
    if (event === 'unread') count(Number(detail['count']));
    if (event === 'open') greetings.noteOpen();
    if (event !== 'destroy') return;
    count(0);
    greetings.stop();
  };
}

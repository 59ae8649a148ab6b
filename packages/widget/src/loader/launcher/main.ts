/** `/chat/{channel}/launcher.js`: the settings of a channel's launcher, and the module for those that are rare. */
import { defaultAccents } from '../../color.ts';
import { hear } from './hear.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';

/** The server writes the settings here (`http/pages/launcher.ts`); null if the channel is inactive. */
declare const __SETTINGS__: LauncherSettings | null;

/** The build writes the address of the other module here. */
declare const LAUNCHER_PART: string;

/** Gives a launcher the look of its channel, and loads its other parts once they are needed. */
export function start(seam: Seam): void {
  const settings = __SETTINGS__;
  if (settings === null || seam.signal.aborted) return;
  if (seam.options.accent === undefined) paint(seam, settings);
  const { icon, text, proactive, titleBadge } = settings;
  let isLoaded = false;
  let unread = 0;
  const load = async () => {
    if (isLoaded) return;
    isLoaded = true;
    const { extend } = await import(LAUNCHER_PART);
    if (!seam.signal.aborted) extend(seam, settings, unread);
  };
  hear(seam, 'unread', ({ count }) => {
    unread = Number(count);
    if (titleBadge && unread > 0) load().catch(() => {});
  });
  const hasMore = icon !== 'chat' || text !== '' || proactive.length > 0;
  if (hasMore && seam.options.target === undefined) load().catch(() => {});
}

/** Sets the accent of the visitor's mode; the chat does the same once it is loaded. */
function paint({ panel, options }: Seam, { theme }: LauncherSettings): void {
  const wanted = options.mode ?? theme.mode;
  const isDark = wanted === 'auto' ? matchMedia('(prefers-color-scheme:dark)').matches : wanted === 'dark';
  const mode = isDark ? 'dark' : 'light';
  const { accent = defaultAccents[mode], accentText } = theme[mode];
  panel.setAccent(accent, accentText);
}

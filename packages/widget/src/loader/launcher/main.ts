/** `/chat/{channel}/launcher.js`: the settings of a channel's launcher, and the module for those that are rare. */
import { defaultAccents } from '../../color.ts';
import { addStyles } from '../add-styles.ts';
import { hear } from './hear.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';
import type { Words } from './words.ts';

/** The server writes the settings here (`http/pages/launcher.ts`); null if the channel is inactive. */
declare const __SETTINGS__: LauncherSettings | null;

/** The build writes the addresses of the other modules here. */
declare const LAUNCHER_PART: string;
declare const WORDS_PART: string;

/** Gives a launcher the look of its channel, and loads its other parts once they are needed. */
export function start(seam: Seam): void {
  const settings = __SETTINGS__;
  if (settings === null || seam.signal.aborted) return;
  const { options } = seam;
  if (options.accent === undefined) paint(seam, settings);
  const hasLauncher = options.target === undefined;
  if (hasLauncher && options.position === undefined && settings.position === 'left') moveLeft(seam);
  const words = hasLauncher ? speak(seam, settings).catch(() => undefined) : undefined;
  const { icon, text, proactive, titleBadge } = settings;
  let isLoaded = false;
  let unread = 0;
  const load = async () => {
    if (isLoaded) return;
    isLoaded = true;
    const { extend } = await import(LAUNCHER_PART);
    const now = { words: await words, unread };
    if (!seam.signal.aborted) extend(seam, settings, now);
  };
  hear(seam, 'unread', ({ count }) => {
    unread = Number(count);
    if (titleBadge && unread > 0) load().catch(() => {});
  });
  const hasMore = icon !== 'chat' || text !== '' || proactive.length > 0;
  if (hasMore && hasLauncher) load().catch(() => {});
}

/** Sets the accent of the visitor's mode; the chat does the same once it is loaded. */
function paint({ panel, options }: Seam, { theme }: LauncherSettings): void {
  const wanted = options.mode ?? theme.mode;
  const isDark = wanted === 'auto' ? matchMedia('(prefers-color-scheme:dark)').matches : wanted === 'dark';
  const mode = isDark ? 'dark' : 'light';
  const { accent = defaultAccents[mode], accentText } = theme[mode];
  panel.setAccent(accent, accentText);
}

/** Moves the launcher and its panel to the left, and those of other channels out of their way. */
function moveLeft({ panel, options }: Seam): void {
  options.side = 'left';
  addStyles(
    panel,
    ':host{right:auto!important;left:calc(var(--o) + var(--x) + env(safe-area-inset-left))!important}' +
      'dialog{right:auto;left:calc(var(--o) + env(safe-area-inset-left))}',
  );
  // Each of these two arranges all launchers.
  const page = window.parley as unknown as Readonly<Record<'show' | 'hide', (channel: string) => void>>;
  page[panel.button.hidden ? 'hide' : 'show'](options.channel);
}

/** Names the launcher in the language of the chat, before that is loaded. Returns undefined if it is English. */
async function speak(
  { panel, options }: Seam,
  { language, open, unread }: LauncherSettings,
): Promise<Words | undefined> {
  const languages = [options.language ?? '', language, ...navigator.languages].filter((tag) => tag && tag !== 'auto');
  const isPlain = /^en\b/i.test(languages[0] ?? 'en') && open === undefined && unread === undefined;
  if (isPlain) return undefined;
  const { wordsIn } = await import(WORDS_PART);
  const words: Words = wordsIn(languages);
  panel.setTexts(open ?? words.open, unread ?? words.unread);
  return words;
}

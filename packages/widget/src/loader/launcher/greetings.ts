import { type Bubble, showBubble } from './bubble.ts';
import { createRecord } from './record.ts';
import { chooseRule, matchesPath, mayRepeat, type Rule } from './rules.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';

/** A visitor with a conversation that is younger needs no greeting; in ms. */
const recent = 24 * 60 * 60 * 1000;

/** Time between two looks at the page, in ms: applications change the address without an event. */
const lookEvery = 1_000;

/** Bubbles of a channel on this page. */
export interface Greetings {
  noteOpen(): void;
  stop(): void;
}

/** Shows the bubbles of a channel's rules while a visitor hasn't had the chat open in this visit. */
export function watchRules(seam: Seam, { proactive: rules, theme }: LauncherSettings): Greetings {
  const { panel, options } = seam;
  const record = createRecord(options.channel, rules);
  const ended = new AbortController();
  let bubble: Bubble | undefined;
  let shown: Rule | undefined;
  let [path, since, scrolled, exited] = [location.pathname, performance.now(), 0, false];

  const hide = () => {
    bubble?.remove();
    bubble = undefined;
  };
  const stop = () => {
    ended.abort();
    hide();
  };
  const noteOpen = () => {
    if (rules.length === 0) return;
    record.noteOpen();
    stop();
  };
  const show = (rule: Rule) => {
    shown = rule;
    record.noteShown(rule);
    bubble = showBubble(panel, {
      ...{
        text: rule.text,
        mode: options.mode ?? theme.mode,
        languages: [options.language ?? '', ...navigator.languages],
      },
      onOpen: () => {
        record.noteClosed(rule);
        seam.open(rule.text);
      },
      onClose: () => {
        record.noteClosed(rule);
        hide();
      },
    });
  };
  const look = () => {
    if (location.pathname !== path) {
      [path, since, scrolled, exited] = [location.pathname, performance.now(), 0, false];
      const stays = bubble !== undefined && shown?.paths.some((each) => matchesPath(each, path)) !== false;
      if (!stays || shown?.paths.length === 0) hide();
      if (bubble === undefined) shown = undefined;
    }
    // One bubble for each page, and only while it can be seen.
    if (shown !== undefined || document.hidden || isOccupied()) return;
    scrolled = Math.max(scrolled, scrolledPercent());
    const view = { path, seconds: (performance.now() - since) / 1000, scrolled, exited };
    const rule = chooseRule(rules, view, (each) => mayRepeat(each, record.find(each), Date.now()));
    if (rule !== undefined) show(rule);
  };

  // The chat has a frame once it was opened, also before this module was loaded.
  if (panel.iframe !== undefined && rules.length > 0) record.noteOpen();
  if (rules.length === 0 || seam.age() < recent || record.wasOpen()) return { noteOpen, stop };
  const { signal } = ended;
  const timer = setInterval(look, lookEvery);
  signal.addEventListener('abort', () => clearInterval(timer));
  addEventListener('scroll', look, { signal, passive: true });
  addEventListener('popstate', look, { signal });
  document.addEventListener(
    'mouseout',
    ({ relatedTarget, clientY }) => {
      if (relatedTarget !== null || clientY > 0) return;
      exited = true;
      look();
    },
    { signal },
  );
  look();
  return { noteOpen, stop };
}

/** True if any channel on the page shows a bubble, or its panel. */
const isOccupied = (): boolean =>
  [...document.getElementsByTagName('parley-widget')].some(
    ({ shadowRoot }) => shadowRoot?.querySelector('.bubble, dialog[open]') != null,
  );

function scrolledPercent(): number {
  const { scrollHeight } = document.documentElement;
  const length = scrollHeight - innerHeight;
  return length <= 0 ? 100 : Math.round((scrollY / length) * 100);
}

import { type Bubble, showBubble } from './bubble.ts';
import { hear } from './hear.ts';
import { createRecord } from './record.ts';
import { chooseRule, matchesPath, mayRepeat, type Rule } from './rules.ts';
import type { Seam } from './seam.ts';
import type { LauncherSettings } from './settings.ts';

/** Time between two looks at the page, in ms: applications change the address without an event. */
const lookEvery = 1_000;

/**
 * Shows the bubbles of a channel's rules while its launcher shows and a visitor hasn't had the chat open in this visit.
 */
export function watchRules(seam: Seam, { proactive: rules, theme }: LauncherSettings, closeLabel: string): void {
  const { panel, options } = seam;
  if (rules.length === 0) return;
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
    record.noteOpen();
    stop();
  };
  const show = (rule: Rule) => {
    shown = rule;
    record.noteShown(rule);
    bubble = showBubble(panel, {
      ...{ text: rule.text, side: options.side, mode: options.mode ?? theme.mode },
      closeLabel,
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
  /** Takes the bubble of another page away. */
  const turnPage = () => {
    [path, since, scrolled, exited] = [location.pathname, performance.now(), 0, false];
    if (!shown?.paths.some((each) => matchesPath(each, path))) hide();
    if (bubble === undefined) shown = undefined;
  };
  const look = () => {
    if (panel.button.hidden) hide();
    if (location.pathname !== path) turnPage();
    // One bubble for each page, and only while it can be seen.
    if (shown !== undefined || panel.button.hidden || document.hidden || isOccupied()) return;
    scrolled = Math.max(scrolled, scrolledPercent());
    const view = { path, seconds: (performance.now() - since) / 1000, scrolled, exited };
    const rule = chooseRule(rules, view, (each) => mayRepeat(each, record.find(each), Date.now()));
    if (rule !== undefined) show(rule);
  };

  // The chat has a frame once it was opened, also before this module was loaded.
  if (panel.iframe !== undefined) record.noteOpen();
  hear(seam, 'open', noteOpen);
  if (seam.isRecent || record.wasOpen()) return;
  const { signal } = ended;
  seam.signal.addEventListener('abort', stop);
  const timer = setInterval(look, lookEvery);
  const observer = new MutationObserver(look);
  observer.observe(panel.button, { attributeFilter: ['hidden'] });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    observer.disconnect();
  });
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

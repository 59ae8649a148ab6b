import type { Rule, Shown } from './rules.ts';

/** Bubbles that were shown on this device, in the page's storages, which may be blocked. */
export interface GreetingRecord {
  find(rule: Rule): Shown | undefined;
  noteShown(rule: Rule): void;
  noteClosed(rule: Rule): void;
  /** Notes that the chat was open in this visit. */
  noteOpen(): void;
  wasOpen(): boolean;
}

/** Values by the texts of rules; one changed by hand is no reason to throw. */
type Entries = Record<string, unknown>;

/** Creates the record of a channel. Without storages it lasts as long as the page. */
export function createRecord(channel: string, rules: readonly Rule[]): GreetingRecord {
  const key = `parley:${channel}:greetings`;
  const texts = new Set(rules.map(({ text }) => text));
  const kept: Record<'localStorage' | 'sessionStorage', Entries> = { localStorage: {}, sessionStorage: {} };
  const read = (area: keyof typeof kept): Entries => {
    try {
      const stored: unknown = JSON.parse(window[area].getItem(key) ?? '{}');
      return typeof stored === 'object' && stored !== null ? (stored as Entries) : {};
    } catch {
      return kept[area];
    }
  };
  const write = (area: keyof typeof kept, change: Entries) => {
    // Entries of rules that are gone go, too.
    const entries = Object.entries(read(area)).filter(([name]) => name === '' || texts.has(name));
    kept[area] = { ...Object.fromEntries(entries), ...change };
    try {
      window[area].setItem(key, JSON.stringify(kept[area]));
    } catch {
      // Blocked or full: it lasts as long as the page.
    }
  };
  const pairOf = (value: unknown): readonly [at: number, closed: boolean] =>
    Array.isArray(value) ? [Number(value[0]) || 0, value[1] === true] : [0, false];
  return {
    find: ({ text }) => {
      const [inThisVisit, ever] = [read('sessionStorage')[text], read('localStorage')[text]];
      if (inThisVisit === undefined && ever === undefined) return undefined;
      const [at, closed] = pairOf(ever);
      return { at, closed, inThisVisit: inThisVisit !== undefined };
    },
    noteShown: ({ text }) => {
      write('sessionStorage', { [text]: 1 });
      const [, closed] = pairOf(read('localStorage')[text]);
      write('localStorage', { [text]: [Date.now(), closed] });
    },
    noteClosed: ({ text }) => write('localStorage', { [text]: [Date.now(), true] }),
    // No rule has an empty text.
    noteOpen: () => write('sessionStorage', { '': 1 }),
    wasOpen: () => read('sessionStorage')[''] !== undefined,
  };
}

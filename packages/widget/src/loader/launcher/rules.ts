/** A rule for a bubble, as the channel's settings have it; all its conditions must hold. */
export interface Rule {
  readonly text: string;
  /** Paths with `*` for any characters; empty for all pages. */
  readonly paths: readonly string[];
  readonly afterSeconds: number;
  /** 0 to 100. */
  readonly scrollPercent: number;
  readonly onExit: boolean;
  readonly repeat: 'visit' | 'day' | 'until_closed';
}

/** State of a page view. */
export interface View {
  readonly path: string;
  /** Time since the page was shown, in seconds. */
  readonly seconds: number;
  /** The most that was scrolled, 0 to 100; 100 if the page needs no scrolling. */
  readonly scrolled: number;
  /** True once the pointer has left the page at the top. */
  readonly exited: boolean;
}

/** Earlier bubbles of a rule on this device. */
export interface Shown {
  /** Time of the last one, in ms since 1970. */
  readonly at: number;
  readonly inThisVisit: boolean;
  /** True once a visitor has closed or clicked one. */
  readonly closed: boolean;
}

const day = 24 * 60 * 60 * 1000;

/** True if a path matches one with `*` for any characters, also for none. A slash at the end doesn't count. */
export function matchesPath(pattern: string, path: string): boolean {
  const [start = '', ...rest] = trimmed(pattern).split('*');
  const text = trimmed(path);
  if (rest.length === 0) return text === start;
  const end = rest.pop() ?? '';
  if (!text.startsWith(start)) return false;
  // Each part where it is first found: without backtracking, so many stars cost no time.
  let from = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - end.length >= from && text.endsWith(end);
}

const trimmed = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** True if a bubble of a rule may be shown again. */
export function mayRepeat({ repeat }: Pick<Rule, 'repeat'>, shown: Shown | undefined, now: number): boolean {
  if (shown === undefined) return true;
  if (repeat === 'visit') return !shown.inThisVisit;
  if (repeat === 'day') return now - shown.at >= day;
  return !shown.closed;
}

/** Returns the first rule whose conditions hold. */
export function chooseRule(
  rules: readonly Rule[],
  { path, seconds, scrolled, exited }: View,
  mayShow: (rule: Rule) => boolean,
): Rule | undefined {
  return rules.find(
    (rule) =>
      (rule.paths.length === 0 || rule.paths.some((pattern) => matchesPath(pattern, path))) &&
      seconds >= rule.afterSeconds &&
      scrolled >= rule.scrollPercent &&
      (exited || !rule.onExit) &&
      mayShow(rule),
  );
}

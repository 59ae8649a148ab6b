import { setImmediate as nextTurn } from 'node:timers/promises';
import { product } from '../requests.ts';

/** The rules of a robots.txt for this crawler. */
export interface Robots {
  /** True if a URL may be fetched. */
  allows(url: string): boolean;
  /** Time that the site asks for between two requests, in ms; 0 if it doesn't. */
  readonly crawlDelay: number;
  /** Sitemaps as named, in order. */
  readonly sitemaps: readonly string[];
}

/** A group of lines: its user agents and its rules. */
interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  hasRules: boolean;
  /** In seconds. */
  delay?: number;
}

/** A rule. A star in its text matches anything, and a `$` at the end the end of a path. */
interface Rule {
  readonly text: string;
  readonly allows: boolean;
}

/** Max characters of a line that are read, as Google does: longer lines are cut. */
const maxLine = 16_664;

/** Characters that are read at a time before other work has its turn. About 2 ms. */
const slice = 8 * 1024;

/** Rules that are indexed at once; then other work has its turn. */
const indexedAtOnce = 250;

/** Max sitemaps that are kept. */
const maxSitemaps = 100;

/** Max steps of comparing one URL with the rules; beyond it the URL counts as disallowed. About 5 ms. */
const maxSteps = 2_000_000;

/** Spellings of names that are understood, as Google does. */
const names: Readonly<Record<string, string>> = {
  useragent: 'user-agent',
  'user agent': 'user-agent',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'site-map': 'sitemap',
};

/**
 * Reads a robots.txt (RFC 9309); `docs/decisions/0043-crawler-politeness.md` says why no package is used. Half a megabyte
 * takes a tenth of a second, so it is read in slices, and `pause` lets other work run between them.
 */
export async function readRobots(text: string, pause: () => Promise<unknown> = nextTurn): Promise<Robots> {
  const { groups, sitemaps } = await readGroups(text, pause);
  const ours = groups.filter(({ agents }) => agents.includes(product.toLowerCase()));
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'));
  const prefixes = createPrefixes();
  const patterns: Pattern[] = [];
  for (const [index, rule] of chosen.flatMap(({ rules }) => rules).entries()) {
    if (/[*$]/.test(rule.text)) patterns.push(patternOf(rule));
    else prefixes.add(rule);
    if ((index + 1) % indexedAtOnce === 0) await pause();
  }
  const weight = patterns.reduce((sum, { length }) => sum + length, 0);
  const delay = chosen.findLast((group) => group.delay !== undefined)?.delay ?? 0;
  return {
    allows: (url) => {
      const { pathname, search } = new URL(url);
      const path = comparable(`${pathname}${search}`).replaceAll('*', '%2A').replaceAll('$', '%24');
      if (weight * path.length > maxSteps) return false;
      return isAllowed([prefixes.longest(path), ...patterns.filter((pattern) => matches(pattern, path))]);
    },
    crawlDelay: delay > 0 ? delay * 1_000 : 0,
    sitemaps,
  };
}

/** A rule that a path matches. */
interface Match {
  readonly length: number;
  readonly allows: boolean;
}

/** Rules without a star or `$`: lookups by the beginnings of a path stay fast with thousands of them. */
function createPrefixes() {
  const rules = new Map<string, boolean>();
  let most = 0;
  return {
    add: ({ text, allows }: Rule) => {
      rules.set(text, allows || rules.get(text) === true);
      most = Math.max(most, text.length);
    },
    /** The longest rule that a path begins with. */
    longest: (path: string): Match | undefined => {
      for (let length = Math.min(most, path.length); length > 0; length -= 1) {
        const allows = rules.get(path.slice(0, length));
        if (allows !== undefined) return { length, allows };
      }
      return undefined;
    },
  };
}

/** A rule with a star or `$`. */
interface Pattern extends Match {
  /** The beginning of a path. */
  readonly beginning: string;
  /** The parts that follow it, in this order, with anything between them. */
  readonly parts: readonly string[];
  /** The path ends with the last part. */
  readonly isWhole: boolean;
}

function patternOf({ text, allows }: Rule): Pattern {
  const isWhole = text.endsWith('$');
  const [beginning = '', ...parts] = (isWhole ? text.slice(0, -1) : text).split('*');
  return { length: text.length, allows, beginning, parts, isWhole };
}

function matches({ beginning, parts, isWhole }: Pattern, path: string): boolean {
  if (!path.startsWith(beginning)) return false;
  let at = beginning.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  const last = parts.at(-1);
  return last === undefined ? at === path.length : path.endsWith(last);
}

/** The longest rule decides, and of two with one length the one that allows (RFC 9309, section 2.2.2). */
function isAllowed(found: readonly (Match | undefined)[]): boolean {
  let longest: Match = { length: 0, allows: true };
  for (const match of found) {
    if (match === undefined || match.length < longest.length) continue;
    longest = { ...match, allows: match.allows || (match.length === longest.length && longest.allows) };
  }
  return longest.allows;
}

/**
 * Divides a text into groups: other lines than rules neither begin nor end one (RFC 9309, section 2.2.4). A delay is a
 * rule, as for every crawler that obeys it.
 */
async function readGroups(text: string, pause: () => Promise<unknown>) {
  const sitemaps: string[] = [];
  const groups: Group[] = [];
  const ends = /[\r\n]+|$/g;
  let paused = 0;
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length; from = ends.lastIndex) {
    ends.lastIndex = from;
    const end = ends.exec(text)?.index ?? text.length;
    const { name, value } = readLine(text.slice(from, Math.min(end, from + maxLine)));
    if (name === 'sitemap' && value !== '' && sitemaps.length < maxSitemaps) sitemaps.push(value);
    else if (name === 'user-agent') addAgent(groups, agentIn(value));
    else addRule(groups.at(-1), name, value);
    if (ends.lastIndex - paused < slice) continue;
    paused = ends.lastIndex;
    await pause();
  }
  return { groups, sitemaps };
}

function addAgent(groups: Group[], agent: string): void {
  const last = groups.at(-1);
  if (last === undefined || last.hasRules) groups.push({ agents: [agent], rules: [], hasRules: false });
  else last.agents.push(agent);
}

/** Adds a line to its group; a rule before the first group applies to no crawler. */
function addRule(group: Group | undefined, name: string, value: string): void {
  if (group === undefined) return;
  if (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay') return;
  group.hasRules = true;
  if (name !== 'crawl-delay') group.rules.push(...rulesOf(name, value));
  else if (!Number.isNaN(Number(value))) group.delay = Number(value);
}

/** Reads `name: value # comment`. The colon may be missing. */
function readLine(line: string): { readonly name: string; readonly value: string } {
  const text = (line.split('#', 1)[0] ?? '').trim();
  const colon = text.indexOf(':');
  const end = colon === -1 ? text.search(/\s/) : colon;
  if (end === -1) return { name: '', value: '' };
  const name = text.slice(0, end).trim().toLowerCase();
  return { name: (Object.hasOwn(names, name) ? names[name] : undefined) ?? name, value: text.slice(end + 1).trim() };
}

/** The product of a `User-agent` line: without a version, and without what follows a space. */
function agentIn(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*';
  return /^[a-z_-]{0,100}/.exec(value.toLowerCase())?.[0] ?? '';
}

/** Returns the rules of a line. A rule that allows the index of a folder also allows the folder, as Google does. */
function rulesOf(name: 'allow' | 'disallow', value: string): Rule[] {
  if (value === '') return [];
  const isEnding = value.endsWith('$');
  const literal = comparable(isEnding ? value.slice(0, -1) : value).replaceAll('$', '%24');
  const allows = name === 'allow';
  const text = `${literal}${isEnding ? '$' : ''}`;
  const isIndex = allows && text.endsWith('/index.html');
  return [{ text, allows }, ...(isIndex ? [{ text: `${text.slice(0, -'index.html'.length)}$`, allows }] : [])];
}

/** Encodes a path so that its different encodings are one text (RFC 9309, section 2.2.2). */
const comparable = (path: string): string =>
  encodeURI(path.toWellFormed().replace(/%[0-9a-f]{2}/gi, decodeUnreserved))
    .replaceAll('%25', '%')
    .replaceAll("'", '%27');

function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase();
}

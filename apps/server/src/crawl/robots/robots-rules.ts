import { setImmediate as nextTurn } from 'node:timers/promises';
import robotsParser from 'robots-parser';
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

/** The package is CommonJS: its types name a default export, which at run time is the module itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** A group of lines: its user agents and its rules. */
interface Group {
  readonly agents: string[];
  readonly lines: string[];
  hasRules: boolean;
}

/** Max characters of a line that are read, as Google does: longer lines are cut. */
const maxLine = 16_664;

/** Characters that are read at a time before other work has its turn. About 2 ms. */
const slice = 8 * 1024;

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
 * Reads a robots.txt (RFC 9309). robots-parser gets a text that every parser reads the same way; see
 * `docs/decisions/0043-crawler-politeness.md` for the differences. Half a megabyte takes a tenth of a second, so it is
 * read in slices, and `pause` lets other work run between them.
 */
export async function readRobots(
  origin: string,
  text: string,
  pause: () => Promise<unknown> = nextTurn,
): Promise<Robots> {
  const { groups, sitemaps } = await readGroups(text, pause);
  const ours = groups.filter(({ agents }) => agents.includes(product.toLowerCase()));
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'));
  const plain = createPlainRules();
  const parts: Part[] = [plain];
  let weight = 0;
  for (const lines of slicesOf(chosen.flatMap((group) => group.lines))) {
    plain.add(lines);
    const others = lines.filter((line) => !isPlain(line));
    weight += others.reduce((sum, line) => sum + line.length, 0);
    if (others.length > 0) parts.push(parse(origin, others));
    await pause();
  }
  const delay = parts.findLast((part) => part.delay !== undefined)?.delay ?? 0;
  return {
    allows: (url) => {
      const { pathname, search } = new URL(url);
      const path = comparable(`${pathname}${search}`).replaceAll('*', '%2A').replaceAll('$', '%24');
      if (weight * path.length > maxSteps) return false;
      return isAllowed(parts, { url: `${origin}${path}`, path });
    },
    crawlDelay: delay > 0 ? delay * 1_000 : 0,
    sitemaps,
  };
}

/** A slice of the rules. */
interface Part {
  readonly delay: number | undefined;
  /** The longest rule that matches a URL: its length, and whether it allows it. */
  match(asked: Asked): { readonly length: number; readonly allows: boolean } | undefined;
}

/** A URL, and what of it is compared with rules. */
interface Asked {
  readonly url: string;
  readonly path: string;
}

/** True if a line is a rule that matches every path with its prefix. */
const isPlain = (line: string): boolean => !line.startsWith('Crawl-delay') && !/[*$]/.test(line);

/** Plain rules. Lookups by the beginnings of a path stay fast with thousands of them. */
function createPlainRules(): Part & { add(lines: readonly string[]): void } {
  const rules = new Map<string, boolean>();
  let most = 0;
  return {
    delay: undefined,
    add: (lines) => {
      for (const line of lines) {
        if (!isPlain(line)) continue;
        const rule = line.slice(line.indexOf(':') + 2);
        rules.set(rule, line.startsWith('allow') || rules.get(rule) === true);
        most = Math.max(most, rule.length);
      }
    },
    match: ({ path }) => {
      for (let length = Math.min(most, path.length); length > 0; length -= 1) {
        const allows = rules.get(path.slice(0, length));
        // As long as the line with its colon and its space, as for the other rules.
        if (allows !== undefined) return { length: length + 2, allows };
      }
      return undefined;
    },
  };
}

function parse(origin: string, lines: readonly string[]): Part {
  const parser = parseRobots(`${origin}/robots.txt`, [`User-agent: ${product}`, ...lines].join('\n'));
  return {
    delay: parser.getCrawlDelay(product),
    match: ({ url }) => {
      // The first line is that of the user agent, and lines are counted from 1.
      const line = lines[parser.getMatchingLineNumber(url, product) - 2];
      return line === undefined
        ? undefined
        : { length: line.length - line.indexOf(':'), allows: line.startsWith('allow') };
    },
  };
}

/** The longest rule of all slices decides, and of two with one length the one that allows (RFC 9309, section 2.2.2). */
function isAllowed(parts: readonly Part[], asked: Asked): boolean {
  let longest = { length: 0, allows: true };
  for (const part of parts) {
    const found = part.match(asked);
    if (found === undefined || found.length < longest.length) continue;
    longest = { ...found, allows: found.allows || (found.length === longest.length && longest.allows) };
  }
  return longest.allows;
}

/** Divides lines into slices. */
function* slicesOf(lines: readonly string[]): Generator<readonly string[]> {
  let [from, characters] = [0, 0];
  for (const [index, line] of lines.entries()) {
    characters += line.length;
    if (characters < slice) continue;
    yield lines.slice(from, index + 1);
    [from, characters] = [index + 1, 0];
  }
  if (from < lines.length) yield lines.slice(from);
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
  if (last === undefined || last.hasRules) groups.push({ agents: [agent], lines: [], hasRules: false });
  else last.agents.push(agent);
}

/** Adds a line to its group; a rule before the first group applies to no crawler. */
function addRule(group: Group | undefined, name: string, value: string): void {
  if (group === undefined) return;
  if (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay') return;
  group.hasRules = true;
  group.lines.push(...(name === 'crawl-delay' ? [`Crawl-delay: ${value}`] : rulesOf(name, value)));
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
function rulesOf(name: 'allow' | 'disallow', value: string): string[] {
  if (value === '') return [];
  const isEnding = value.endsWith('$');
  const literal = comparable(isEnding ? value.slice(0, -1) : value).replaceAll('$', '%24');
  const rule = `${name}: ${literal}${isEnding ? '$' : ''}`;
  const isIndex = name === 'allow' && rule.endsWith('/index.html');
  return isIndex ? [rule, `${rule.slice(0, -'index.html'.length)}$`] : [rule];
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

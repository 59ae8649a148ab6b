import { parseUrl } from '../../parse-url.ts';

/** Tests whether the path and query of a URL match one of some patterns. */
export type PathTest = (url: URL) => boolean;

/** A pattern, cut at its slashes. */
interface Pattern {
  readonly segments: readonly string[];
  /** True if the query is compared, too. */
  readonly hasQuery: boolean;
}

/**
 * Compiles patterns of paths. `*` stands for any characters but a slash, and a segment `**` for any number of segments.
 * A pattern without a slash at its start matches at any depth. One with `?` is compared with the query, too.
 */
export function compileGlobs(patterns: readonly string[]): PathTest {
  const compiled = patterns.map(compile);
  return (url) => {
    const path = segmentsOf(url.pathname);
    const whole = url.search === '' ? path : segmentsOf(`${url.pathname}${url.search}`);
    return compiled.some(({ segments, hasQuery }) => matchesAll(segments, hasQuery ? whole : path, matchesSegment));
  };
}

function compile(pattern: string): Pattern {
  const text = pattern.trim();
  const isUrl = /^https?:\/\//i.test(text) && parseUrl(text) !== undefined;
  const path = isUrl || text.startsWith('/') ? text : `/**/${text}`;
  // Encodes it like the path of a URL; stars stay.
  const { pathname, search } = new URL(path.startsWith('//') ? `/${path.replace(/^\/+/, '')}` : path, 'http://any');
  return { segments: segmentsOf(`${pathname}${search}`), hasQuery: search !== '' };
}

const segmentsOf = (path: string): string[] => path.slice(1).split('/');

const matchesSegment = (pattern: string, segment: string): boolean =>
  pattern === segment || (pattern.includes('*') && matchesAll([...pattern], [...segment], same));

const same = (one: string, other: string): boolean => one === other;

/**
 * Matches items with a pattern in which a wildcard stands for any number of items. Only the last wildcard is tried
 * again, since the ones before it need nothing more, so the steps are at most pattern × items.
 */
function matchesAll(
  pattern: readonly string[],
  items: readonly string[],
  matches: (pattern: string, item: string) => boolean,
): boolean {
  const wildcard = matches === same ? '*' : '**';
  let at = 0;
  let back: { readonly pattern: number; item: number } | undefined;
  for (let item = 0; item < items.length; ) {
    const expected = pattern[at];
    if (expected === wildcard) {
      back = { pattern: at + 1, item };
      at += 1;
    } else if (expected !== undefined && matches(expected, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else {
      if (back === undefined) return false;
      back.item += 1;
      at = back.pattern;
      item = back.item;
    }
  }
  return pattern.slice(at).every((left) => left === wildcard);
}

import { distance } from 'fastest-levenshtein';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';

/** Max segments of a path that is compared with the routes, and max characters of a segment. */
const compared = { segments: 8, characters: 30 } as const;

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Creates the error of a path without a route, which proposes the route that the caller probably means. */
export function createRouteRefusal(endpoints: readonly Pick<Endpoint, 'path'>[]): (url: string) => AppError {
  const routes = [...new Set(endpoints.map(({ path }) => path))].map(segmentsOf);
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return new AppError('route_not_found', 'There is no route at this path.', hintOn(path, routes));
  };
}

/** Of a path whose ID is empty, no other route is meant: usually a variable of the caller is. */
const emptyId = /^\/api\/[^/]+\/\/[^/]/;

function hintOn(path: string, routes: readonly (readonly string[])[]): { hint?: string } {
  if (emptyId.test(path)) return { hint: 'An identifier in the path is empty.' };
  const near = nearestRoute(segmentsOf(path), routes);
  if (near === undefined) return {};
  const doubled = /^\/api\/(?:v\d+\/)?api\//i.test(path) ? ' The base URL of the clients has no /api at its end.' : '';
  return { hint: `Did you mean ${near}?${doubled}` };
}

/** Words that callers of other services use for the names in our routes. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['assistants', 'agents'],
  ['bots', 'agents'],
  ['documents', 'knowledge-sources'],
  ['keys', 'api-keys'],
  ['knowledge', 'knowledge-sources'],
  ['sources', 'knowledge-sources'],
  ['threads', 'conversations'],
]);

/** A path as callers of other services write it: without `/api`, with it twice, or with a version. */
function routeLike(asked: readonly string[]): readonly string[] {
  const start = asked.findIndex((segment) => !/^(?:api|v\d+)$/i.test(segment));
  const [name = '', ...rest] = start < 0 ? [] : asked.slice(start);
  return ['api', synonyms.get(name.toLowerCase()) ?? name, ...rest];
}

/** The nearest route, with `{name}` for parameters; undefined if none is near. */
function nearestRoute(asked: readonly string[], routes: readonly (readonly string[])[]): string | undefined {
  if (asked.length > compared.segments) return undefined;
  const path = routeLike(asked);
  const near = routes
    .map((route) => ({ route, difference: differenceOf(path, route) }))
    .filter(({ difference }) => difference !== undefined)
    .sort((one, other) => (one.difference ?? 0) - (other.difference ?? 0))[0]?.route;
  return near && `/${near.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')}`;
}

/** The number of letters in which a path differs from a route; undefined if it is another path. */
function differenceOf(path: readonly string[], route: readonly string[]): number | undefined {
  if (path.length !== route.length) return undefined;
  let sum = 0;
  for (const [index, name] of route.entries()) {
    const segment = (path[index] ?? '').toLowerCase().replaceAll('_', '-');
    if (name.startsWith(':')) {
      // A name in place of an ID is rather the name of another route.
      sum += 0.5;
      continue;
    }
    if (segment.length > compared.characters) return undefined;
    const difference = distance(segment, name);
    if (difference > Math.max(1, Math.floor(name.length / 4))) return undefined;
    sum += difference;
  }
  return sum;
}

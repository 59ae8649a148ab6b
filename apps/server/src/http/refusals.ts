import type { FastifyInstance, HTTPMethods } from 'fastify';
import { HttpError } from './errors.ts';

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

type Routed = readonly { readonly path: string; readonly method: string }[];

/** Adds routes that answer 405 with `Allow` (RFC 9110, section 15.5.6) for the methods that a path doesn't support. */
export function mountRefusals(app: FastifyInstance, endpoints: Routed): void {
  for (const [path, methods] of methodsOf(endpoints)) {
    mountRefusal(app, { path, methods, refused: everyMethod.filter((method) => !methods.has(method)) });
  }
}

/** The refusals of a service's endpoints. */
export interface MethodRefusals {
  /** Adds the routes that are needed: those of methods that another path with a parameter would accept. */
  mount(app: FastifyInstance): void;
  /** The 405 of a URL that no route of its method matches; undefined if no other method has one either. */
  at(url: string): HttpError | undefined;
}

/**
 * Creates the refusals of many endpoints. A route for each method that a path doesn't support would be most routes of
 * the service, and half of the time in which it starts. So the paths are compared if the router finds nothing.
 */
export function createMethodRefusals(endpoints: Routed): MethodRefusals {
  const paths = [...methodsOf(endpoints)]
    .map(([path, methods]) => ({ path, methods, segments: path.split('/') }))
    // As in the router, a name wins over a parameter.
    .sort((one, other) => (ranks(one.segments) < ranks(other.segments) ? -1 : 1));
  return {
    mount: (app) => {
      for (const [index, { path, methods, segments }] of paths.entries()) {
        const rivals = paths.slice(index + 1).filter((other) => overlap(segments, other.segments));
        const refused = everyMethod.filter(
          (method) => !methods.has(method) && rivals.some((rival) => rival.methods.has(method)),
        );
        if (refused.length > 0) mountRefusal(app, { path, methods, refused });
      }
    },
    at: (url) => {
      const asked = (url.split(/[?#]/, 1)[0] ?? '').split('/').map(decoded);
      const found = paths.find(({ segments }) => matches(segments, asked));
      return found && refusalOf(found.methods);
    },
  };
}

/** The methods of each path. */
function methodsOf(endpoints: Routed): Map<string, Set<string>> {
  const allowed = new Map<string, Set<string>>();
  for (const { path, method } of endpoints) {
    const methods = allowed.get(path) ?? new Set();
    allowed.set(path, methods.add(method));
    if (method === 'GET') methods.add('HEAD');
  }
  return allowed;
}

interface Refused {
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  readonly refused: HTTPMethods[];
}

function mountRefusal(app: FastifyInstance, { path, methods, refused }: Refused): void {
  app.route({
    method: refused,
    url: path,
    schema: { hide: true },
    onRequest: (_request, _reply, done) => done(refusalOf(methods)),
    handler: () => undefined,
  });
}

function refusalOf(methods: ReadonlySet<string>): HttpError {
  const allow = [...methods].join(', ');
  return new HttpError('method_not_allowed', `This path allows ${allow} only.`, { allow });
}

const isParameter = (segment: string) => segment.startsWith(':');

/** Sorts paths as the router tries them: `0` for a name, `1` for a parameter. */
const ranks = (segments: readonly string[]) => segments.map((segment) => (isParameter(segment) ? 1 : 0)).join('');

/** True if some URL matches both paths. */
const overlap = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.every((segment, at) => segment === other[at] || isParameter(segment) || isParameter(other[at] ?? ''));

const matches = (segments: readonly string[], asked: readonly string[]) =>
  segments.length === asked.length &&
  segments.every((segment, at) => (isParameter(segment) ? asked[at] !== '' : segment === asked[at]));

/** A segment as the router compares it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // It equals no name of a path.
    return segment;
  }
}

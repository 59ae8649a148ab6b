import type { Engine } from '../../src/storage/database.ts';
import { type Service, startService } from '../harness.ts';
import { openWire, type Wire } from '../wire.ts';
import { createNames, type Names } from './names.ts';
import { makeTwinWorld, type TwinWorld } from './twin-world.ts';

/** A request, written down once for every service: in names (see `names.ts`). */
export interface Operation {
  /** Who sends it, by the number among the world's actors. */
  readonly by: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, in names: all that must be the same on every engine. */
export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** The headers that say something about the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A service with a world on it, which is the same on every engine. */
export interface Twin {
  readonly engine: Engine;
  readonly names: Names;
  readonly world: TwinWorld;
  send(operation: Operation): Promise<Answer>;
  /** Moves its clock on, so that no two operations happen at the same time and no window of a minute fills. */
  tick(): void;
  /** What the server logged of its own mistakes: the cause of a status 500. */
  bugs(): string;
  close(): Promise<void>;
}

/** Headers that are compared; the others are of the connection, or of the rate limit's window. */
const compared = [
  ...['location', 'retry-after', 'www-authenticate', 'allow', 'content-type', 'cache-control'],
  ...['idempotent-replayed', 'ratelimit-policy', 'x-ratelimit-limit'],
] as const;

/** Starts a service on an engine and peoples it; whoever does so closes it. */
export async function startTwin(engine: Engine): Promise<Twin> {
  const service = await startService(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = openWire(service.url);
  const world = await makeTwinWorld(service);
  const names = createNames();
  // Whatever the world begins with gets its names in the same order everywhere.
  const people = world.actors.map(({ user, id }) => [user.account, user.id, id].join(' '));
  names.mask([...world.workspaces, ...people, ...world.sources].join(' '));
  return {
    engine,
    names,
    world,
    send: (operation) => ask({ wire, world, names }, operation),
    tick: () => service.advance(50),
    bugs: () => bugsIn(service),
    close: async () => {
      wire.close();
      await service.close();
    },
  };
}

interface Asked {
  readonly wire: Wire;
  readonly world: TwinWorld;
  readonly names: Names;
}

async function ask({ wire, world, names }: Asked, { by, method, path, headers, body }: Operation): Promise<Answer> {
  const own = world.actors[by]?.headers ?? {};
  const given = Object.entries(headers).map(([name, value]) => [name, names.unmask(value)] as const);
  const reply = await wire.send({
    method,
    path: names.unmask(path),
    headers: { ...own, ...Object.fromEntries(given) },
    body: body === undefined ? undefined : names.unmask(body),
  });
  const said = compared.flatMap((name) => {
    const value = reply.headers[name];
    return value === undefined ? [] : [[name, names.mask(String(value))] as const];
  });
  return {
    status: reply.status,
    etag: reply.headers.etag,
    headers: Object.fromEntries(said),
    body: names.mask(compact(reply.text)),
  };
}

/**
 * The same JSON in the same order, digit by digit, without the white space between its tokens and with one spelling of
 * each character: there the engines may differ, since no reader of JSON sees it.
 */
const compact = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : ''));

const bugsIn = (service: Service): string =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('"err"'))
    .slice(-3)
    .join('\n');

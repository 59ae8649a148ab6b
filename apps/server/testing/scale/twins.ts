import type { Engine } from '../../src/storage/database.ts';
import { type Service, startService } from '../harness.ts';
import { openWire, type Wire } from '../processes/wire.ts';
import { createNames, type Names } from './names.ts';
import { makeTwinWorld, type TwinWorld } from './twin-world.ts';

/** A request for every service, written in names (see `names.ts`). */
export interface Operation {
  /** Its sender, by the number among the world's actors. */
  readonly by: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer in names: everything that must be the same on every engine. */
export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** The headers that describe the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A service with a world that is the same on every engine. */
export interface Twin {
  readonly engine: Engine;
  readonly names: Names;
  readonly world: TwinWorld;
  send(operation: Operation): Promise<Answer>;
  /** Advances its clock, so that operations have distinct times and no rate-limit window fills up. */
  tick(): void;
  /** The service's logged internal errors: the causes of a status 500. */
  bugs(): string;
  close(): Promise<void>;
}

/** Compared headers; the others describe the connection or the rate-limit window. */
const compared = [
  ...['location', 'retry-after', 'www-authenticate', 'allow', 'content-type', 'cache-control'],
  ...['idempotent-replayed', 'ratelimit-policy', 'x-ratelimit-limit'],
] as const;

/** Starts a service on an engine and creates its world; the caller must close it. */
export async function startTwin(engine: Engine): Promise<Twin> {
  const service = await startService(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = openWire(service.url);
  const world = await makeTwinWorld(service);
  const names = createNames();
  // The initial values get their names in the same order on every engine.
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
 * The same JSON in the same order, digit by digit, without white space between tokens and with one spelling of each
 * character. Engines may differ there, because no JSON parser sees it.
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

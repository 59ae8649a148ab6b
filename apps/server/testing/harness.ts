import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type Permission, permissions, type Role } from '../src/access/scopes.ts';
import { createFeatures, type Features } from '../src/app.ts';
import type { TurnAids } from '../src/calling/aids.ts';
import { readConfig } from '../src/config/config.ts';
import type { Argon2 } from '../src/features/sessions/passwords.ts';
import type { Endpoint } from '../src/http/endpoint.ts';
import type { ConnectionLimits } from '../src/http/limits/settings.ts';
import type { Timeouts } from '../src/http/server-parts.ts';
import type { DrainTimes } from '../src/http/wire/drain.ts';
import type { ModelLimits } from '../src/models/limits.ts';
import type { Plan } from '../src/plans.ts';
import type { Retrieval } from '../src/retrieval/retrieval.ts';
import { createApp } from '../src/serving.ts';
import { openShared } from '../src/shared.ts';
import type { Database, Engine } from '../src/storage/database.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import { migrate } from '../src/storage/migrations/migrate.ts';
import { openDatabase } from '../src/storage/opening/open-database.ts';
import { watchReplies } from './conversations/watched-replies.ts';
import { placeMigratedFile } from './databases/migrated-file.ts';
import { migratedDatabase } from './databases/temp-postgres.ts';
import { lightArgon2 } from './processes/light-argon2.ts';
import { pepper } from './processes/pepper.ts';

/** A valid password. */
export const password = 'correct horse battery staple';

/** A real server with its own database, and functions that create test data. */
export interface Service {
  readonly url: string;
  /** The data folder; closing the service removes it. */
  readonly dataDir: string;
  readonly db: Database;
  readonly features: Features;
  readonly app: FastifyInstance;
  /** The server's log so far, at the most verbose level. */
  readonly log: () => string;
  /** The service's clock, in ms since 1970. */
  now(): number;
  /** Moves the service's clock forward. */
  advance(milliseconds: number): void;
  /** Creates a person with their own account and workspace. */
  person(options?: { plan?: Plan; email?: string }): Promise<Person>;
  close(): Promise<void>;
}

/** A person with their own account. */
export interface Person {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly account: string;
  readonly workspace: string;
  /** Creates a key with these scopes (default: all), as the operator does. */
  key(scopes?: readonly Permission[], options?: KeyOptions): Promise<string>;
  /** A client with such a key. */
  client(scopes?: readonly Permission[], options?: KeyOptions): Promise<Parley>;
  /** A client that is signed in as this person, like the dashboard. */
  session(): Promise<Parley>;
  /** Adds another person to this person's workspace. */
  invite(other: Person, role: Role): Promise<void>;
}

interface KeyOptions {
  readonly workspace?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The account against which the key counts, if it isn't the person's own. */
  readonly account?: string;
}

/** Settings of a test's service; unless the test is about limits, any number of requests and connections is allowed. */
export interface ServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Shorter timeouts, for tests of slow clients. */
  readonly timeouts?: Partial<Timeouts & DrainTimes>;
  /** Smaller bounds of connections, for tests of many. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Shorter limits on models, for tests of slow providers. */
  readonly modelLimits?: Partial<ModelLimits>;
  /** Max replies that the process writes at the same time, for tests of a busy one. */
  readonly maxReplies?: number;
  /** Certificates of authorities that other servers are trusted by, for tests of mail servers. */
  readonly trustedCa?: string;
  /** Tools and context for the turns of tests. */
  readonly turnAids?: TurnAids;
  /** Hashes of passwords; usually as light as argon2 can be. */
  readonly argon2?: Argon2;
  /** Searches of a test in place of the service's own. */
  readonly retrieval?: Retrieval;
  /** A data folder that stays when the service is closed, instead of one of its own. */
  readonly dataDir?: string;
  /** True if jobs are enqueued by the clock; otherwise a sweep runs if a test enqueues it. */
  readonly schedules?: boolean;
  /** Endpoints beside those of the product, for tests of kinds of endpoints. */
  readonly endpoints?: (db: Database) => readonly Endpoint[];
}

const openLimits = 'free=1000000,pro=1000000,business=1000000';
const openConcurrency = `replies:${openLimits};streams:${openLimits};exports:${openLimits}`;

/** Starts a service on one engine for the tests of a file or describe block, and closes it after them. */
export function service(engine: Engine, options: ServiceOptions = {}): Service {
  let started: Service | undefined;
  beforeAll(async () => {
    started = await startService(engine, options);
  });
  afterAll(() => started?.close());
  return new Proxy({} as Service, {
    get: (_target, name) => {
      if (started === undefined) throw new Error('The service starts before the tests, not while they are collected.');
      return Reflect.get(started, name);
    },
  });
}

/** Starts a service; the caller must close it. */
export async function startService(
  engine: Engine,
  {
    environment = {},
    timeouts = {},
    connections = {},
    modelLimits = {},
    turnAids = {},
    ...options
  }: ServiceOptions = {},
): Promise<Service> {
  const { maxReplies, schedules = false, retrieval, trustedCa, argon2 = lightArgon2 } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-test-')));
  const database = engine === 'postgres' && !('DATABASE_URL' in environment) ? await migratedDatabase() : undefined;
  if (engine === 'sqlite') await placeMigratedFile(dataDir);
  let offset = 0;
  const now = () => Date.now() + offset;
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({
    PORT: '0',
    PARLEY_DATA_DIR: dataDir,
    ...{ PARLEY_PLAN_LIMITS: openLimits, PARLEY_PLAN_QUOTAS: 'business.webhooks=unlimited' },
    PARLEY_PLAN_CONCURRENCY: openConcurrency,
    PARLEY_CONNECTIONS_PER_ADDRESS: '10000',
    PARLEY_LOG_REQUESTS: 'all',
    PARLEY_DATABASE_CONNECTIONS: '6',
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  });
  const onNotice = (message: string) => logger.warn(message);
  const db = await openDatabase({
    ...{ dataDir, databaseUrl: config.databaseUrl, databaseConnections: config.databaseConnections },
    ...{ scans: config.scans, now, onNotice },
    onFatal: (error) => {
      throw error;
    },
  });
  await migrate(db, { migrations, now });
  const { redisUrl, leaseMs } = config;
  const shared = redisUrl === undefined ? undefined : await openShared({ url: redisUrl, leaseMs, onNotice });
  // Short timeout, because tests close services often and await their own requests.
  const parts = {
    ...{ config, db, shared, pepper, logger, now, connections, modelLimits, turnAids, schedules, maxReplies },
    ...{ trustedCa, argon2 },
    ...(retrieval && { retrieval }),
    timeouts: { lastRequests: 0, ...timeouts },
  };
  const features = createFeatures(parts);
  const ownEndpoints = options.endpoints?.(db) ?? [];
  const app = await createApp(parts, { ...features, endpoints: [...features.endpoints, ...ownEndpoints] });
  watchReplies(
    app.server,
    ownEndpoints.map(({ path }) => path),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    dataDir,
    db,
    features,
    app,
    log: () => lines.join(''),
    now,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    person: (options) => makePerson({ url, features }, options),
    close: async () => {
      await app.close();
      await features.close();
      await shared?.redis.close();
      await db.close();
      await database?.drop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let people = 0;

async function makePerson(
  { url, features }: Pick<Service, 'url' | 'features'>,
  { plan = 'free', email }: { plan?: Plan; email?: string } = {},
): Promise<Person> {
  people += 1;
  const draft = { email: email ?? `person-${people}@example.com`, name: `Person ${people}`, password };
  const { user, account, workspace } = await features.accounts.create(draft, { plan, workspaceName: 'Home' });
  const key = async (scopes: readonly Permission[] = permissions, options: KeyOptions = {}) => {
    const base = { account: account.id, user, name: 'test', scopes, environment: 'development' as const };
    return (await features.keyOperations.create({ ...base, ...options })).key;
  };
  return {
    user,
    account: account.id,
    workspace: workspace._id,
    key,
    client: async (scopes, options) => new Parley({ baseURL: url, apiKey: await key(scopes, options), maxRetries: 0 }),
    session: async () => {
      const client = sessionClient(url);
      await client.sessions.create({ email: user.email, password });
      return client;
    },
    invite: async (other, role) => {
      const owner = sessionClient(url);
      await owner.sessions.create({ email: user.email, password });
      const { url: link } = await owner.workspaces.invitations.create(workspace._id, { email: other.user.email, role });
      const [, token = ''] = (link ?? '').split('#token=');
      await sessionClient(url).invitations.accept({ token, password });
    },
  };
}

/** A client that keeps cookies and sends the origin, like a browser on the dashboard. */
export function sessionClient(url: string): Parley {
  let cookie = '';
  const withCookie: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    headers.set('origin', url);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';', 1)[0] ?? '';
    return response;
  };
  return new Parley({ baseURL: url, session: true, fetch: withCookie, maxRetries: 0 });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NewChannel, Parley } from '@parley/sdk';
import { expect, vi } from 'vitest';
import { readOutbound } from '../../src/outbound/addresses/settings.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { kindOf } from '../../src/platforms/kinds.ts';
import type { SendContext, SettingValues } from '../../src/platforms/messenger.ts';
import type { Engine } from '../../src/storage/database.ts';
import { migratedDatabase } from '../databases/temp-postgres.ts';
import { password, type Service, sessionClient, startService } from '../harness.ts';
import { startFakeProvider } from '../servers/fake-provider.ts';
import { startGateway } from '../servers/gateway.ts';
import { startEndpoint } from '../servers/platform-endpoint.ts';
import { environmentOf } from '../servers/platform-server.ts';

/** Max time that a test waits for the effects of jobs, in ms. */
export const patient = { timeout: 60_000, interval: 25 };

/** A platform of the tests. */
export interface Platform {
  readonly type: 'discord' | 'whatsapp';
  readonly url: string;
  readonly settings: SettingValues;
  /** Moves the clock of the platform. */
  advance(milliseconds: number): void;
}

/**
 * Opens the context in which a kind talks with a platform of the tests, outside of a service. The caller must close it.
 */
function openContext({ type, url, settings }: Platform, secrets: readonly string[] = []) {
  const outbound = createOutbound({ settings: readOutbound(environmentOf(type, url), []) });
  const context = (changes: Partial<SendContext> = {}): SendContext => ({
    ...{
      settings,
      secrets,
      origin: url,
      fetch: outbound.fetch,
      connect: outbound.connect,
      now: Date.now(),
      signal: undefined,
    },
    ...changes,
  });
  return { context, messenger: messengerOf(type), close: () => outbound.close() };
}

function messengerOf(type: Platform['type']) {
  const { messenger } = kindOf(type);
  if (messenger === undefined) throw new Error(`${type} has no messenger.`);
  return messenger;
}

/**
 * Opens the context in which a kind talks with a platform of the tests, outside of a service, and an address of a
 * channel that the platform reaches. The caller must close it.
 */
export async function openPlace(platform: Platform, secrets?: readonly string[]) {
  const { context, messenger, close } = openContext(platform, secrets);
  const endpoint = await startEndpoint(messenger, () => context());
  return {
    ...{ context, messenger },
    place: { channel: 'channel_1', name: 'Bookshop', inbound: endpoint.url },
    close: async () => {
      close();
      await endpoint.close();
    },
  };
}

/** A service beside a platform, with an agent that repeats what it is told; it can be restarted. */
export async function startWorld(engine: Engine, platform: Platform) {
  const provider = await startFakeProvider();
  const gateway = await startGateway();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-messenger-'));
  const database = engine === 'postgres' ? await migratedDatabase() : undefined;
  const environment = {
    ...{ ...environmentOf(platform.type, platform.url), ...provider.environment, PUBLIC_URL: gateway.url },
    ...(database && { DATABASE_URL: database.url }),
  };
  let ahead = 0;
  const start = async (): Promise<Service> => {
    const service = await startService(engine, { dataDir, environment });
    service.advance(ahead);
    gateway.leadTo(service.url);
    return service;
  };
  let parley = await start();
  const person = await parley.person();
  const key = await person.key();
  const client = () => new Parley({ baseURL: parley.url, apiKey: key, maxRetries: 0 });
  const agent = (await client().agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;

  const rows = (table: 'channel_events' | 'channel_outbox', channel: string) =>
    parley.db.read(parley.db.query.selectFrom(table).selectAll().where('channel_id', '=', channel));

  return {
    ...{ provider, person, agent },
    parley: () => parley,
    client,
    /** A client that is signed in as the person, through the address that stays. */
    session: async (): Promise<Parley> => {
      const signedIn = sessionClient(gateway.url);
      await signedIn.sessions.create({ email: person.user.email, password });
      return signedIn;
    },
    /** Creates a channel, and waits until the platform knows it. */
    connect: async (of = agent): Promise<NewChannel & { readonly inbound: string }> => {
      const created = await client().channels.create(of, { type: platform.type, settings: { ...platform.settings } });
      await vi.waitFor(async () => {
        expect(parley.features.jobs.ended().get('channels.connect')?.done ?? 0).toBeGreaterThan(0);
        expect(await client().channels.retrieve(created._id)).toMatchObject({ status: 'active', lastError: null });
      }, patient);
      return { ...created, inbound: created.urls.inbound ?? '' };
    },
    /** The only conversation of a channel, once its messages are these: role and text, in order. */
    exchanged: (channel: string, messages: readonly (readonly [string, string])[]) =>
      vi.waitFor(async () => {
        const [conversation, ...others] = (await client().conversations.list({ channelId: channel })).items;
        expect(others).toEqual([]);
        const found = (await client().messages.list(conversation?._id ?? '', { sort: 'createdAt' })).items;
        expect(found.map(({ role, content }) => [role, content])).toEqual(messages);
        return conversation?._id ?? '';
      }, patient),
    /** The states of deliveries of a conversation, the oldest first, once they are these. */
    delivered: (conversation: string, states: readonly string[]) =>
      vi.waitFor(async () => {
        const { items } = await client().conversations.deliveries(conversation, { sort: 'createdAt' });
        expect(items.map(({ state }) => state)).toEqual(states);
        return items;
      }, patient),
    events: (channel: string) => rows('channel_events', channel),
    /** Moves the clocks of the service and the platform. */
    advance: (milliseconds: number) => {
      ahead += milliseconds;
      parley.advance(milliseconds);
      platform.advance(milliseconds);
    },
    restart: async () => {
      await parley.close();
      parley = await start();
    },
    close: async () => {
      await parley.close();
      await gateway.close();
      await provider.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

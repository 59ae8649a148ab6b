// @module-tag sql
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { secretNamesOf } from '../../src/platforms/kind.ts';
import { type ChannelType, channelTypes, kindOf } from '../../src/platforms/kinds.ts';
import { statement } from '../../src/storage/unit.ts';
import { engines } from '../databases/engines.ts';
import { type Person, service } from '../harness.ts';
import { loggedEvents } from '../logged-events.ts';
import { type Secret, secretsIn } from './secret-forms.ts';

type Settings = Readonly<Record<string, string>>;

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
const publicKey = key.subarray(-32).toString('hex');

/** Settings of each kind with secrets that are new at each call. */
const settingsOf: Readonly<Record<ChannelType, () => Settings>> = {
  widget: () => ({}),
  page: () => ({}),
  telegram: () => ({ botToken: `1234567:${hex(20)}` }),
  slack: () => ({ botToken: `xoxb-${hex(20)}`, signingSecret: hex(16) }),
  discord: () => ({ applicationId: '102290129340398000', publicKey, botToken: hex(30) }),
  whatsapp: () => ({ phoneNumberId: '102290129340398', accessToken: hex(30), appSecret: hex(16) }),
  email: () => ({
    ...{ address: 'support@example.com', smtpHost: 'smtp.example.com', imapHost: 'imap.example.com' },
    ...{ smtpUser: 'support', smtpPassword: hex(20), imapUser: 'support', imapPassword: hex(20) },
  }),
  webhook: () => ({}),
};

/** Sources that are connected to another server, by the name of their secret. */
const connected = {
  git: { secret: 'token', draft: { url: 'https://git.example.com/docs' }, connection: { branch: 'main' } },
  s3: { secret: 'secretAccessKey', draft: { url: 'https://s3.example.com' }, connection: { bucket: 'handbook' } },
  notion: { secret: 'token', draft: { name: 'Handbook' }, connection: {} },
} as const;

describe.each(engines)('the secrets of channels, sources and hooks, on %s', (engine) => {
  const parley = service(engine);
  const secrets: Secret[] = [];
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** Notes a secret; its first characters may be alike for all. */
  const note = (name: string, value: string) => {
    secrets.push({ name, value, from: /^(parley_[a-z]+_|whsec_|xoxb-|1234567:)?/.exec(value)?.[0].length ?? 0 });
    for (const of of [value, JSON.stringify(value)]) {
      const digest = createHash('sha256').update(of).digest();
      secrets.push({ name: `digest of ${name}`, value: digest.toString('hex') });
      secrets.push({ name: `digest of ${name} in Base64`, value: digest.toString('base64') });
    }
    return value;
  };
  const showTexts = (shows: number) => {
    const all = parley.db.query.updateTable('workspaces').set({ audit_texts: shows });
    return parley.db.write([statement(all.where('id', '=', alice.workspace))]);
  };
  const changesOf = async (id: string) =>
    (await loggedEvents(parley.db, id)).filter(({ type }) => type.endsWith('.updated')).map(({ changes }) => changes);
  const changed = (...fields: string[]) => fields.map((field) => ({ field, before: null, after: null }));
  const expectNone = async () => {
    const logged = [
      ...(await parley.db.read(parley.db.query.selectFrom('event_log').selectAll())),
      ...(await parley.db.read(parley.db.query.selectFrom('events').selectAll())),
    ];
    expect(logged.length).toBeGreaterThan(0);
    expect(secretsIn(JSON.stringify(logged), secrets)).toEqual([]);
  };

  /** Settings of a kind whose secrets are noted, and the names of those. */
  const made = (type: ChannelType) => {
    const settings = settingsOf[type]();
    const names = secretNamesOf(kindOf(type).settings);
    for (const name of names) note(`${type}.${name}`, settings[name] ?? '');
    expect(Object.keys(settings)).toEqual(expect.arrayContaining([...names]));
    return { settings, names };
  };

  test.each(channelTypes)('of a channel of type %s are in no event', async (type) => {
    // Switched off, so that no job asks a server.
    const draft = { type, status: 'inactive', settings: made(type).settings } as const;
    const { _id: id, secret } = await client.channels.create(agent, draft);
    if (secret !== null) note(`${type}.secret`, secret);
    for (const shows of [0, 1]) {
      await showTexts(shows);
      const { settings, names } = made(type);
      await client.channels.update(id, { settings: { ...settings } });
      const fields = names.map((name) => `settings.${name}`);
      const latest = (await changesOf(id)).at(-1) ?? [];
      expect(latest).toHaveLength(fields.length);
      expect(latest).toEqual(expect.arrayContaining(changed(...fields)));
      // The same ones again are no change.
      await client.channels.update(id, { settings: { ...settings } });
      expect((await changesOf(id)).at(-1)).toEqual([]);
    }
    if (secret !== null) {
      note(`${type}.secret`, (await client.channels.rotateSecret(id)).secret ?? '');
      expect((await changesOf(id)).at(-1)).toEqual(changed('secret'));
    }
    await client.channels.delete(id);
    await expectNone();
  });

  test.each(Object.entries(connected))('of a source of type %s are in no event', async (type, { secret, ...of }) => {
    const connection = () => ({ [secret]: note(`${type}.${secret}`, hex(20)) });
    const own = type === 's3' ? { accessKeyId: 'AKIAIOSFODNN7EXAMPLE' } : {};
    const draft = { type: type as keyof typeof connected, ...of.draft };
    const source = { ...draft, connection: { ...of.connection, ...own, ...connection() } };
    const { _id: id } = await client.knowledgeSources.create(source);
    for (const shows of [0, 1]) {
      await showTexts(shows);
      await client.knowledgeSources.update(id, { connection: connection() });
      expect((await changesOf(id)).at(-1)).toEqual(changed(`connection.${secret}`));
    }
    const { secret: first } = await client.knowledgeSources.hook.rotate(id, {});
    note('hook', first);
    note('hook', (await client.knowledgeSources.hook.rotate(id, {})).secret);
    await client.knowledgeSources.hook.delete(id);
    const hooks = (await changesOf(id)).slice(-3);
    expect(hooks).toEqual([1, 2, 3].map(() => changed('hook.secret')));
    if (type !== 'notion') {
      const without = { [secret]: null, ...(type === 's3' && { accessKeyId: null }) };
      await client.knowledgeSources.update(id, { connection: without });
      expect((await changesOf(id)).at(-1)).toEqual(expect.arrayContaining(changed(`connection.${secret}`)));
    }
    await expectNone();
  });

  test('would be found', () => {
    expect(secretsIn(secrets.map(({ value }) => value).join(' '), secrets)).toHaveLength(secrets.length);
    expect(secrets.length).toBeGreaterThan(20);
  });
});

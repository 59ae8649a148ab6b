import type { ChannelCheckParams, NewChannel, Parley } from '@parley/sdk';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Person, type Service, startService } from '../../../../testing/harness.ts';
import { type MailServers, startMailServers } from '../../../../testing/servers/mail-servers.ts';
import { channelKind, secretNamesOf } from '../../../platforms/kind.ts';
import { channelTypes, kindOf } from '../../../platforms/kinds.ts';
import { secretField } from '../../../platforms/messenger-settings.ts';
import { statement } from '../../../storage/unit.ts';

describe.each(anyEngine)('the secrets of a channel, on %s', (engine) => {
  let own: MailServers;
  /** The servers of an attacker who has a key of the workspace, but not the password of the mailbox. */
  let theirs: MailServers;
  let parley: Service;
  let person: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    [own, theirs] = await Promise.all([startMailServers(), startMailServers()]);
    const hosts = [own, theirs].map(({ environment }) => environment['PARLEY_ALLOW_PRIVATE_HOSTS']).join(',');
    const environment = { PARLEY_ALLOW_PRIVATE_HOSTS: hosts };
    parley = await startService(engine, { environment, trustedCa: `${own.trustedCa}\n${theirs.trustedCa}` });
    person = await parley.person();
    client = await person.client(['agents:write', 'agents:read']);
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });
  afterAll(async () => {
    expect(theirs.smtp.logins()).toBe(0);
    await parley.close();
    await Promise.all([own.close(), theirs.close()]);
  });

  /** Switched off, so that no job asks a server. */
  const make = (settings: object = {}): Promise<NewChannel> =>
    client.channels.create(agent, { type: 'email', status: 'inactive', settings: { ...own.settings, ...settings } });
  /** The servers that accept the stored login. */
  const reached = async (id: string) =>
    (await client.channels.test(id)).checks
      .filter(({ name, ok }) => ok && ['smtp', 'imap'].includes(name))
      .map(({ name }) => name);
  const failureOf = (call: Promise<unknown>) => call.then(String, (error: unknown) => error);
  const demands = (details: Readonly<Record<string, string>>) => ({
    ...{ status: 400, code: 'validation_failed' },
    hint: expect.stringContaining('is sent only where it was given for'),
    details: Object.entries(details).map(([name, changed]) => ({
      path: `settings.${name}`,
      message: `must be given again, because ${changed} changed`,
    })),
  });
  /**
   * Expects that a check and a change with the attacker's server both demand the password instead of using the stored
   * one.
   */
  const expectDemanded = async (channel: string, settings: object, details: Readonly<Record<string, string>>) => {
    const { type, settings: before } = await client.channels.retrieve(channel);
    const draft: ChannelCheckParams = { type, channel, settings: { ...settings } };
    expect(await failureOf(client.channels.check(agent, draft))).toMatchObject(demands(details));
    expect(await failureOf(client.channels.update(channel, { settings: { ...settings } }))).toMatchObject(
      demands(details),
    );
    expect((await client.channels.retrieve(channel)).settings).toEqual(before);
  };

  test('must be given again for another server, port, user or security, and serve for all else', async () => {
    const { _id: id } = await make();
    const mine = { smtpPort: Number(theirs.settings['smtpPort']) };
    await expectDemanded(id, mine, { smtpPassword: 'smtpPort' });
    await expectDemanded(
      id,
      { ...mine, smtpSecurity: 'starttls' },
      {
        smtpPassword: 'smtpPort, smtpSecurity',
      },
    );
    await expectDemanded(id, { smtpHost: 'mail.test' }, { smtpPassword: 'smtpHost' });
    await expectDemanded(id, { smtpUser: 'somebody' }, { smtpPassword: 'smtpUser' });
    // The mailbox has no password of its own.
    await expectDemanded(id, { imapPort: 993 }, { smtpPassword: 'imapPort' });
    const same = { ...own.settings, fromName: 'Other', apology: '' };
    expect((await client.channels.check(agent, { type: 'email', channel: id, settings: same })).ok).toBe(true);
    const { smtpPassword: _, ...shown } = { ...own.settings, fromName: 'Other' } as Record<string, unknown>;
    expect((await client.channels.update(id, { settings: shown })).settings['fromName']).toBe('Other');
    expect(await reached(id)).toEqual(['smtp', 'imap']);
    const given = { smtpHost: 'mail.test', smtpPassword: 'another one' };
    expect((await client.channels.update(id, { settings: given })).settings['smtpHost']).toBe('mail.test');
  });

  test('go to a mailbox only if they were given for it', async () => {
    const { _id: id } = await make({ inbound: 'webhook', imapHost: '', imapPort: 993 });
    const mailbox = { inbound: 'imap', imapHost: 'localhost', imapPort: Number(theirs.settings['imapPort']) };
    await expectDemanded(id, mailbox, { smtpPassword: 'imapHost, imapPort' });
    // A password of its own is all that the mailbox gets, and can't be taken away to send it the other one.
    await client.channels.update(id, { settings: { ...mailbox, imapPassword: 'of the mailbox' } });
    await expectDemanded(id, { imapHost: 'mail.test' }, { imapPassword: 'imapHost' });
    await expectDemanded(id, { smtpUser: 'somebody' }, { smtpPassword: 'smtpUser', imapPassword: 'smtpUser' });
    const none = JSON.parse('{"imapPassword":null}') as Record<string, unknown>;
    for (const settings of [none, { imapPassword: '' }])
      expect(await failureOf(client.channels.update(id, { settings }))).toMatchObject({ status: 400 });
  });

  test('are tried for a channel of their kind alone', async () => {
    const { _id: channel } = await make();
    for (const type of channelTypes.filter((each) => each !== 'email'))
      expect(await failureOf(client.channels.check(agent, { type, channel, settings: {} }))).toMatchObject({
        ...{ status: 400, code: 'validation_failed' },
        details: [{ path: 'type', message: 'must be that of the channel: email' }],
      });
  });

  test('open in no other row', async () => {
    const [victim, thief] = [await make(), await make({ smtpPassword: 'of the thief' })];
    const { query } = parley.db;
    const stolen = query.selectFrom('channels').select('secrets').where('id', '=', victim._id);
    const moved = query.updateTable('channels').set({ secrets: stolen }).where('id', '=', thief._id);
    await parley.db.write([statement(moved)]);
    expect(await failureOf(client.channels.test(thief._id))).toMatchObject({ status: 500 });
    expect(await reached(victim._id)).toEqual(['smtp', 'imap']);
  });
});

test('every kind says where each of its secrets goes, by settings that it has', () => {
  const found = channelTypes.flatMap((type) => {
    const { settings, secretsGoTo } = kindOf(type);
    expect(Object.keys(secretsGoTo).sort()).toEqual([...secretNamesOf(settings)].sort());
    return Object.entries(secretsGoTo).map(([name, goesTo]) => {
      const names = goesTo({});
      expect(Object.keys(settings.properties)).toEqual(expect.arrayContaining([...names]));
      return [`${type}.${name}`, names.length > 0];
    });
  });
  // Settings say where these go; the others go to the address of their platform.
  expect(found.filter(([, isSet]) => isSet).map(([name]) => name)).toEqual([
    'email.smtpPassword',
    'email.imapPassword',
  ]);
});

test('a kind that forgets to say so does not compile, and does not load', () => {
  const kind = { title: 'New', description: '', secret: null, urls: [], steps: [] } as const;
  const settings = Type.Object({ host: Type.String(), token: Type.Optional(secretField('Token', '')) });
  // @ts-expect-error
  expect(() => channelKind({ ...kind, settings, secretsGoTo: {} })).toThrow("New doesn't say where token may go.");
  // @ts-expect-error
  channelKind({ ...kind, settings, secretsGoTo: { token: () => ['nowhere'] } });
  channelKind({ ...kind, settings, secretsGoTo: { token: () => ['host'] } });
  const untyped = Type.Object({ token: Type.String({ writeOnly: true }) });
  expect(() => channelKind({ ...kind, settings: untyped, secretsGoTo: {} })).toThrow('where token may go');
});

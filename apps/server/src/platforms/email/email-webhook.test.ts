import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../testing/harness.ts';
import { startFakeProvider } from '../../../testing/servers/fake-provider.ts';
import {
  type MailDraft,
  type MailServers,
  startMailServers,
  writeMail,
} from '../../../testing/servers/mail-servers.ts';
import type { TakenMail } from '../../../testing/servers/smtp-server.ts';
import { type EventDraft, sendEvent } from '../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 50 };
const provider = await startFakeProvider();
afterAll(() => provider.close());

describe.each(anyEngine)('mail that comes by signed requests, on %s', (engine) => {
  let servers: MailServers;
  let parley: Service;
  let client: Parley;
  let agent: string;
  let onMail: (mail: TakenMail) => void = () => undefined;
  let ahead = 0;

  beforeAll(async () => {
    servers = await startMailServers({ onMail: (mail) => onMail(mail) });
    const environment = { ...provider.environment, ...servers.environment };
    parley = await startService(engine, { environment, trustedCa: servers.trustedCa });
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Fake', model: 'fake/mail' }))._id;
  });
  afterAll(async () => {
    await parley.close();
    await servers.close();
  });
  beforeEach(() => {
    onMail = () => undefined;
    servers.smtp.fail(undefined);
  });

  const makeChannel = (settings: object = {}) =>
    client.channels.create(agent, {
      type: 'email',
      settings: { ...servers.settings, inbound: 'webhook', ...settings },
    });
  const deliver = ({ _id, secret }: NewChannel, mail: MailDraft | string | Buffer, how: EventDraft = {}) => {
    const bytes = typeof mail === 'string' || Buffer.isBuffer(mail) ? mail : writeMail(mail);
    const raw = Buffer.from(bytes).toString('base64');
    const body = { type: 'email', raw };
    return sendEvent(parley.url, { channel: _id, secret: secret ?? '', body }, { late: -ahead, ...how });
  };
  const deliveryOf = async (user: string, state: string) =>
    vi.waitFor(async () => {
      await parley.features.jobs.poll();
      const [conversation] = (await client.conversations.list({ userId: user })).items;
      const [delivery] = (await client.conversations.deliveries(conversation?._id ?? '')).items;
      expect(delivery?.state).toBe(state);
      return delivery;
    }, patient);
  const statusOf = async ({ _id }: NewChannel) => {
    const { status, lastError } = await client.channels.retrieve(_id);
    return { status, code: lastError?.code ?? null };
  };
  const sentTo = (user: string) => servers.smtp.mails.filter(({ to }) => to.includes(user));
  const eventsOf = (channel: string) =>
    parley.db.read(parley.db.query.selectFrom('channel_events').select('id').where('channel_id', '=', channel));
  const timePasses = (ms: number) => {
    parley.advance(ms);
    ahead += ms;
  };

  test('is answered, once for each Message-ID', async () => {
    const channel = await makeChannel();
    const mail = writeMail({ from: 'ada@hook.test' });
    const replies = await Promise.all([1, 2, 3].map(() => deliver(channel, mail)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await deliveryOf('ada@hook.test', 'sent');
    await deliver(channel, mail);
    expect(await eventsOf(channel._id)).toHaveLength(1);
    expect(sentTo('ada@hook.test')).toHaveLength(1);
  });

  test('is nothing if it is not signed, replayed or sent to a mailbox that is looked into', async () => {
    const channel = await makeChannel();
    const wrong = { headers: { 'webhook-signature': 'v1,AAAA' } };
    expect(await deliver(channel, {}, wrong)).toMatchObject({ status: 401, code: 'invalid_signature' });
    expect(await deliver(channel, {}, { late: 6 * 60_000 - ahead })).toMatchObject({ status: 401 });
    const polled = await makeChannel({ inbound: 'imap' });
    expect(await deliver(polled, {})).toMatchObject({ status: 401, code: 'invalid_signature' });
    await client.channels.delete(polled._id);
    expect(await eventsOf(channel._id)).toEqual([]);
  });

  test('may have 190,000 bytes, and lack the end', async () => {
    const channel = await makeChannel();
    const type = 'multipart/mixed; boundary=b';
    const parts = [
      '--b',
      '',
      'Short.',
      '--b',
      'Content-Disposition: attachment; filename="a.pdf"',
      '',
      'x'.repeat(200_000),
    ];
    const mail = writeMail({ from: 'bob@hook.test', type, text: parts.join('\r\n') });
    expect(await deliver(channel, mail)).toMatchObject({ status: 413 });
    expect(await deliver(channel, mail.slice(0, 190_000))).toMatchObject({ status: 200 });
    await deliveryOf('bob@hook.test', 'sent');
    expect(provider.asked.at(-1)?.messages.at(-1)?.content).toBe('Subject: Parcel\n\nShort.\n[File, not read: a.pdf]');
    expect(JSON.stringify(provider.asked.at(-1)?.messages[0])).toContain('You can’t see, hear or open any of it.');
  });

  test('reaches the agent as its sender has written it', async () => {
    const channel = await makeChannel();
    const mime = 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n';
    const wrong = 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\n';
    const table = 'Please quote:\n\nItem A\n--\nItem B, ten pieces\n\nDelivery to Lisbon by Friday?';
    const list = 'I need:\n\n--\ntwo lamps\n--\none table';
    const cases = [
      ['dashtable', mime, Buffer.from(table), table],
      ['dashlist', mime, Buffer.from(list), list],
      ['nocharset', '', Buffer.from('K\u00f6nnen Sie helfen?', 'latin1'), 'Können Sie helfen?'],
      ['wrongcharset', wrong, Buffer.from('Können Sie helfen?'), 'Können Sie helfen?'],
    ] as const;
    for (const [name, headers, text, right] of cases) {
      const head = `From: ${name}@people.test\r\nTo: support@shop.test\r\nMessage-ID: <${name}@x.test>\r\nSubject: x\r\n`;
      await deliver(channel, Buffer.concat([Buffer.from(`${head}${headers}\r\n`), text]));
      await deliveryOf(`${name}@people.test`, 'sent');
      expect(provider.asked.at(-1)?.messages.at(-1)?.content).toBe(`Subject: x\n\n${right}`);
    }
    const note = {
      from: 'note@people.test',
      subject: 'Automatische Antwort: Ihre Anfrage',
      text: 'Bis Montag nicht da.',
    };
    expect(await deliver(channel, note)).toMatchObject({ status: 200 });
    expect(await eventsOf(channel._id)).toHaveLength(cases.length);
    expect(sentTo('note@people.test')).toEqual([]);
  });

  test('is never an error for its sender, whatever it is', async () => {
    const channel = await makeChannel();
    for (const mail of ['', 'nonsense', '\u0000'.repeat(100), 'From: <>\r\n\r\n', 'From: a@b.test\r\n\r\n']) {
      if (mail !== '') expect(await deliver(channel, mail)).toMatchObject({ status: 200 });
    }
  });

  test('is answered later if the server can’t take the mail now', async () => {
    const channel = await makeChannel();
    servers.smtp.fail({ at: 'RCPT', code: 451, text: '4.7.1 Greylisted' });
    await deliver(channel, { from: 'cid@hook.test' });
    await vi.waitFor(() => expect(servers.smtp.offers()).toBeGreaterThan(0), patient);
    const waiting = await deliveryOf('cid@hook.test', 'queued');
    expect(waiting?.error?.message ?? '').not.toContain('cid@hook.test');
    servers.smtp.fail(undefined);
    timePasses(60 * 60_000);
    await deliveryOf('cid@hook.test', 'sent');
    expect(sentTo('cid@hook.test')).toHaveLength(1);
    expect(await statusOf(channel)).toEqual({ status: 'active', code: null });
  });

  test.each([
    ['its recipient', { at: 'RCPT', code: 550, text: '5.1.1 No such user' }, 'recipient_refused', 'active'],
    ['the mail', { at: 'DATA', code: 554, text: '5.7.1 Spam' }, 'mail_refused', 'active'],
    ['its sender', { at: 'MAIL', code: 553, text: '5.7.1 Not yours' }, 'smtp_refused', 'error'],
  ] as const)('is not answered if the server refuses %s', async (_what, fault, code, status) => {
    const channel = await makeChannel();
    const user = `${code.replace('_', '-')}@hook.test`;
    servers.smtp.fail(fault);
    await deliver(channel, { from: user });
    const delivery = await deliveryOf(user, 'failed');
    expect(delivery?.error).toMatchObject({ code, message: expect.stringContaining(fault.text.slice(0, 5)) });
    expect(delivery?.error?.message).not.toContain(user);
    expect(await statusOf(channel)).toEqual({ status, code: status === 'error' ? code : null });
    expect(sentTo(user)).toEqual([]);
  });

  test('is not answered twice if the server may have taken the reply', async () => {
    const channel = await makeChannel();
    servers.smtp.fail({ at: 'cut' });
    await deliver(channel, { from: 'dan@hook.test' });
    const delivery = await deliveryOf('dan@hook.test', 'unknown');
    expect(delivery?.error?.code).toBe('lost');
    servers.smtp.fail(undefined);
    timePasses(60 * 60_000);
    await parley.features.jobs.poll();
    expect(sentTo('dan@hook.test')).toHaveLength(1);
  });

  test('costs no tokens once the server has refused the login', async () => {
    servers.smtp.fail({ at: 'AUTH', code: 535, text: '5.7.8 Bad credentials for support@shop.test' });
    const channel = await makeChannel();
    // It is checked as soon as it is created.
    await vi.waitFor(async () => {
      expect(await statusOf(channel)).toEqual({ status: 'error', code: 'smtp_login' });
    }, patient);
    const asked = provider.asked.length;
    await deliver(channel, { from: 'fay@hook.test' });
    await vi.waitFor(async () => {
      const [conversation] = (await client.conversations.list({ userId: 'fay@hook.test' })).items;
      expect(conversation?.messageCount).toBe(1);
      const { query } = parley.db;
      const pending = query.selectFrom('channel_events').select('id').where('state', '=', 'pending');
      expect(await parley.db.read(pending)).toEqual([]);
    }, patient);
    expect(provider.asked).toHaveLength(asked);
  });

  test('from another mailbox of this kind stops at once', async () => {
    const one = await makeChannel({ address: 'one@shop.test' });
    const two = await makeChannel({ address: 'two@shop.test' });
    const routed: Promise<unknown>[] = [];
    onMail = ({ to, raw }) => {
      if (to.includes('one@shop.test')) routed.push(deliver(one, raw));
      if (to.includes('two@shop.test')) routed.push(deliver(two, raw));
    };
    await deliver(one, { from: 'Two <two@shop.test>', to: 'one@shop.test' });
    await vi.waitFor(() => expect(routed).toHaveLength(1), patient);
    await Promise.all(routed);
    expect(await eventsOf(two._id)).toEqual([]);
    expect(await eventsOf(one._id)).toHaveLength(1);
    expect(sentTo('two@shop.test')).toHaveLength(1);
  });
});

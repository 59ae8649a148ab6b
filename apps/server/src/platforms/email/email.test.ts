import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { migratedDatabase } from '../../../testing/databases/temp-postgres.ts';
import { awayFromMidnight } from '../../../testing/fixtures/days.ts';
import { type Person, type Service, startService } from '../../../testing/harness.ts';
import { mailChannels } from '../../../testing/messengers/mail-channel.ts';
import { type MailServers, startMailServers, writeMail } from '../../../testing/servers/mail-servers.ts';
import { removeTempFolders, tempFolder } from '../../../testing/temp-folder.ts';

afterAll(removeTempFolders);

describe.each(anyEngine)('a mailbox, on %s', (engine) => {
  let servers: MailServers;
  let parley: Service;
  let person: Person;
  let client: Parley;
  let mail: ReturnType<typeof mailChannels>;
  let channel: NewChannel;

  beforeAll(async () => {
    servers = await startMailServers({ smtpSecurity: 'starttls' });
    const { environment, trustedCa } = servers;
    parley = await startService(engine, { environment, trustedCa });
    awayFromMidnight(parley);
    person = await parley.person();
    client = await person.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    mail = mailChannels({ parley, client, agent, servers });
    channel = await mail.make();
  });
  afterAll(async () => {
    await parley.close();
    await servers.close();
  });

  test('answers a mail in its thread, and a reply to that in the same conversation', async () => {
    const from = 'Ada <Ada@Customer.test>';
    await mail.arrive(channel._id, { from, id: 'first@customer.test', subject: 'Parcel', text: 'Where is it?' });
    const [reply] = await mail.answersTo('ada@customer.test', 1);
    expect(reply).toMatchObject({ from: 'support@shop.test', isSecure: true });
    expect(reply?.email.from).toEqual({ address: 'support@shop.test', name: 'Shop' });
    expect(reply?.email.subject).toBe('Re: Parcel');
    expect(reply?.header('in-reply-to')).toBe('<first@customer.test>');
    expect(reply?.header('references')).toBe('<first@customer.test>');
    expect(reply?.header('auto-submitted')).toBe('auto-replied');
    expect(reply?.header('x-auto-response-suppress')).toBe('All');
    expect(reply?.header('message-id')).toMatch(/^<parley\.msg_[a-z0-9]+-0\.[\w-]{22}@shop\.test>$/);
    expect(reply?.email.text?.trim()).toBe('Subject: Parcel\n\nWhere is it?');
    expect(reply?.email.html).toContain('Where is it?');
    const own = reply?.header('message-id') ?? '';
    const text = 'Thanks!\n\nOn Mon, 3 Feb 2025 at 10:00, Shop <support@shop.test> wrote:\n> Where is it?';
    // The program of the user has dropped `References`.
    await mail.arrive(channel._id, { from, subject: 'Re: Parcel', text, headers: [`In-Reply-To: ${own}`] });
    const [, second] = await mail.answersTo('ada@customer.test', 2);
    expect(second?.header('references')).toContain(own);
    expect(second?.email.subject).toBe('Re: Parcel');
    const [conversation, ...others] = await mail.conversationsOf('ada@customer.test');
    expect(others).toEqual([]);
    expect(conversation?.metadata).toMatchObject({ name: 'Ada' });
    expect(await mail.textsOf(conversation?._id)).toEqual([
      ['user', 'Subject: Parcel\n\nWhere is it?'],
      ['assistant', 'Subject: Parcel\n\nWhere is it?'],
      ['user', 'Thanks!'],
      ['assistant', 'Thanks!'],
    ]);
  });

  test('sends what a person writes without the mark of a program', async () => {
    await mail.arrive(channel._id, { from: 'bea@customer.test', text: 'Hello' });
    await mail.answersTo('bea@customer.test', 1);
    const [conversation] = await mail.conversationsOf('bea@customer.test');
    const session = await person.session();
    await session.conversations.takeOver(conversation?._id ?? '');
    await session.messages.send(conversation?._id ?? '', { content: 'I am **here**.', role: 'human' });
    const [, answer] = await mail.answersTo('bea@customer.test', 2);
    expect(answer?.email.text).toContain('here');
    expect(answer?.header('auto-submitted')).toBeUndefined();
    expect(answer?.header('x-auto-response-suppress')).toBe('All');
    expect(answer?.header('in-reply-to')).toBeDefined();
  });

  test('answers the same mail once, however often and in whatever order it comes', async () => {
    const mails = ['One', 'Two'].map((text) => writeMail({ from: 'cid@customer.test', text, subject: text }));
    await mail.arrive(channel._id, ...mails, ...mails.toReversed(), ...mails);
    await mail.answersTo('cid@customer.test', 2);
    servers.imap.rebuild(9_000);
    await mail.arrive(channel._id, { from: 'cid@customer.test', text: 'Three', subject: 'Three' }, ...mails);
    const replies = await mail.answersTo('cid@customer.test', 3);
    expect(replies.map(({ email }) => email.subject).sort()).toEqual(['Re: One', 'Re: Three', 'Re: Two']);
    expect(await mail.conversationsOf('cid@customer.test')).toHaveLength(3);
  });

  test('never answers automatic mail, nor its own', async () => {
    const from = 'dan@customer.test';
    const headers = ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'List-Id: <news.test>', 'Return-Path: <>'];
    await mail.arrive(
      channel._id,
      ...headers.map((header) => ({ from, headers: [header] })),
      { from: 'MAILER-DAEMON@customer.test' },
      { from: 'Shop <support@shop.test>' },
      { from, text: 'A person', headers: ['X-Auto-Response-Suppress: None'] },
    );
    const [reply] = await mail.answersTo(from, 1);
    expect(reply?.email.text).toContain('A person');
    expect(await mail.conversationsOf(from)).toHaveLength(1);
    expect(await mail.conversationsOf('mailer-daemon@customer.test')).toEqual([]);
    expect(await mail.conversationsOf('support@shop.test')).toEqual([]);
  });

  test('tells the sender of a mail without text, and ignores what is no mail', async () => {
    const type = 'application/pdf; name="bill.pdf"';
    const bill = { from: 'eve@customer.test', subject: '', type, text: '%PDF' };
    await mail.arrive(channel._id, bill, '\u0000\u0001 nonsense');
    const [told] = await mail.answersTo('eve@customer.test', 1);
    expect(told?.email.text).toContain('only attachments (bill.pdf)');
    expect(told?.header('auto-submitted')).toBe('auto-replied');
    const [conversation] = await mail.conversationsOf('eve@customer.test');
    const { items } = await client.messages.list(conversation?._id ?? '', { sort: 'createdAt' });
    expect(items.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(items[0]?.content).toBe('[File, not read: bill.pdf]');
  });

  test('sends so many mails to a thread in a day with the notice, and answers other threads', async () => {
    await client.channels.update(channel._id, { settings: { maxRepliesPerThread: 3 } });
    const from = 'fay@customer.test';
    const headers = ['References: <root@customer.test>'];
    for (let count = 1; count <= 6; count += 1) {
      await mail.arrive(channel._id, { from, subject: 'Re: Loop', text: `No ${count}`, headers });
    }
    await mail.arrive(channel._id, { from, subject: 'Other', text: 'Another thread' });
    const replies = await mail.answersTo(from, 4);
    const texts = replies.map(({ email }) => email.text?.trim()).sort();
    const told = 'No more messages are accepted today; try again tomorrow.';
    expect(texts).toEqual(['No 1', 'No 2', told, 'Subject: Other\n\nAnother thread'].sort());
    await client.channels.update(channel._id, { settings: { maxRepliesPerThread: 20 } });
  });

  test('sends to an address no header that a subject or a name smuggles in', async () => {
    const subject = '=?utf-8?Q?Hello=0D=0ABcc:_victim@customer.test=0D=0A=0D=0ABody?=';
    const from = '=?utf-8?Q?Gil=0D=0ATo:_victim@customer.test?= <gil@customer.test>';
    await mail.arrive(channel._id, { from, subject, text: 'Hi' });
    const [reply] = await mail.answersTo('gil@customer.test', 1);
    expect(reply?.to).toEqual(['gil@customer.test']);
    expect(reply?.header('bcc')).toBeUndefined();
    expect(reply?.email.to).toEqual([{ name: '', address: 'gil@customer.test' }]);
    expect(reply?.email.subject).toBe('Re: Hello Bcc: victim@customer.test Body');
  });

  test('is tested at its servers, and by a mail to an address', async () => {
    const tested = await client.channels.test(channel._id);
    expect(tested.checks.map(({ name, ok }) => [name, ok])).toEqual(
      expect.arrayContaining([
        ['smtp', true],
        ['imap', true],
      ]),
    );
  });
});

test.each(anyEngine)('a mailbox goes on after a restart where it was, on %s', async (engine) => {
  const servers = await startMailServers();
  const database = engine === 'postgres' ? await migratedDatabase() : undefined;
  const { trustedCa } = servers;
  const environment = { ...servers.environment, ...(database && { DATABASE_URL: database.url }) };
  const options = { environment, trustedCa, dataDir: tempFolder() };
  const first = await startService(engine, options);
  const person = await first.person();
  const key = await person.key();
  const client = await person.client();
  const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  const before = mailChannels({ parley: first, client, agent, servers });
  const channel = await before.make();
  const again = writeMail({ text: 'Once' });
  await before.arrive(channel._id, again);
  await before.answersTo('ada@customer.test', 1);
  await first.close();
  const waiting = writeMail({ text: 'Meanwhile' });
  servers.imap.deliver(waiting);
  const second = await startService(engine, options);
  const { Parley: Client } = await import('@parley/sdk');
  const later = new Client({ baseURL: second.url, apiKey: key, maxRetries: 0 });
  const after = mailChannels({ parley: second, client: later, agent, servers });
  await after.arrive(channel._id, again, waiting);
  const replies = await after.answersTo('ada@customer.test', 2);
  expect(replies.map(({ email }) => email.text?.trim())).toEqual([
    'Subject: Parcel\n\nOnce',
    'Subject: Parcel\n\nMeanwhile',
  ]);
  expect(await after.conversationsOf('ada@customer.test')).toHaveLength(2);
  await second.close();
  await database?.drop();
  await servers.close();
});

// @module-tag sql
import type { Parley } from '@parley/sdk';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf, letIn, makeWebChannel, proofOf } from '../../../testing/conversations/visitors.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { statement } from '../../storage/unit.ts';

const server = await startMailServer();
afterAll(server.close);

const fields = [{ key: 'mail', label: 'Email', type: 'email', required: true, description: '', options: [] }];
const form = { when: 'before', intro: '', fields, consent: { text: '', url: '' } };

describe.each(engines)('transcripts by mail, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  const silent = service(engine);
  let alice: Person;
  let team: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    team = await alice.client();
    agent = (await team.agents.create({ name: 'Shop', model: 'builtin/echo' }))._id;
  });

  const visit = async (settings: object = { transcript: true }, identity?: string) => {
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent }, { settings });
    const session = await letIn(parley.url, channel, identity === undefined ? {} : { identity });
    return { channel, session, visitor: clientOf(parley, session) };
  };
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `reader-${addresses}@${engine}.example`;
  };
  const mailTo = async (address: string) => {
    parley.features.jobs.start({ schedules: false });
    const found = () => server.mails.filter(({ to }) => to.includes(address));
    await vi.waitFor(() => expect(found()).toHaveLength(1), { timeout: 30_000, interval: 20 });
    const [{ headers, text: raw } = { headers: [], text: '' }] = found();
    const { subject, text = '', html = '' } = await PostalMime.parse(`${headers.join('\r\n')}\r\n\r\n${raw}`);
    return { subject, text, html };
  };
  const change = (id: string, set: object) =>
    parley.db.write([statement(parley.db.query.updateTable('messages').set(set).where('conversation_id', '=', id))]);

  test('200: a visitor has the own conversation mailed to the address of the form', async () => {
    const { visitor, session } = await visit({
      ...{ form, transcript: true, title: 'Help', allowedOrigins: ['https://shop.example'] },
    });
    expect(session.channel.transcript).toBe(true);
    const email = newAddress();
    const content = 'Where is <b>my</b> parcel?\nThanks.';
    const { conversation, reply } = await visitor.agents.chat(agent, { content, form: { mail: email } });
    const at = Date.parse('2026-07-01T10:00:00Z');
    await change(conversation._id, { created_at: at });
    const { db } = parley;
    const cited = [{ source: 'src', title: 'Ship & co', url: 'https://shop.example/shipping', quote: 'Q', score: 1 }];
    const parts = [
      { type: 'reasoning', text: 'secret thought' },
      { type: 'text', text: '**On** its way.' },
    ];
    const set = { content: '**On** its way.', citations: JSON.stringify(cited), parts: JSON.stringify(parts) };
    await db.write([
      statement(
        db.query
          .updateTable('messages')
          .set(set)
          .where('id', '=', reply?._id ?? ''),
      ),
    ]);
    const sent = await visitor.conversations.sendTranscript(conversation._id, { timeZone: 'Europe/Berlin' });
    expect(sent).toEqual({ conversation: conversation._id, email });
    const { subject, text, html } = await mailTo(email);
    expect(subject).toBe('Your conversation with Help');
    expect(text).toContain('on shop.example. Times are in Europe/Berlin.');
    expect(text).toMatch(/Visitor, 1 Jul 2026, 12:00:\r?\nWhere is <b>my<\/b> parcel\?\r?\nThanks\./);
    expect(text).toMatch(/Help, 1 Jul 2026, 12:00:\r?\nOn its way\.\r?\nSource: Ship & co <https:/);
    expect(html).toContain('Where is &lt;b&gt;my&lt;/b&gt; parcel?<br>Thanks.');
    expect(html).toContain('<strong>On</strong> its way.');
    expect(html).toContain('<a href="https://shop.example/shipping">Ship &amp; co</a>');
    expect(text + html).not.toContain('secret thought');
  });

  test('200: a member and a key send one to any address, with the latest 500 messages of a long conversation', async () => {
    const { _id: id } = await team.conversations.create(agent);
    await team.messages.send(id, { content: 'The first question' });
    const [row] = await parley.db.read(
      parley.db.query.selectFrom('messages').selectAll().where('conversation_id', '=', id).where('role', '=', 'user'),
    );
    if (row === undefined) throw new Error('The message is missing.');
    const others = Array.from({ length: 500 }, (_, number) => ({
      ...row,
      ...{ id: `msg_${engine}_${String(number).padStart(4, '0')}`, content: `Line ${number}.`, repeat_key: null },
      ...{ client_message_id: null, created_at: Number(row.created_at) + 10 + number },
    }));
    for (let start = 0; start < others.length; start += 20) {
      await parley.db.write([
        statement(parley.db.query.insertInto('messages').values(others.slice(start, start + 20))),
      ]);
    }
    parley.advance(1_000);
    const email = newAddress();
    await team.conversations.sendTranscript(id, { email });
    const { text, subject } = await mailTo(email);
    expect(subject).toBe('Your conversation with Shop');
    expect(text).toContain('Earlier messages are left out');
    expect(text).not.toContain('The first question');
    expect(text.indexOf('Line 0.')).toBeLessThan(text.indexOf('Line 499.'));
    await change(id, { content: 'x'.repeat(30_000) });
    const other = newAddress();
    await (await alice.session()).conversations.sendTranscript(id, { email: other });
    expect((await mailTo(other)).text.length).toBeLessThan(2_000_000);
  });

  test('200: nothing is sent of a conversation that is deleted meanwhile', async () => {
    const { conversation } = await team.agents.chat(agent, { content: 'Hello' });
    const email = newAddress();
    const { jobs } = parley.features;
    jobs.start({ schedules: false });
    const before = server.attempts();
    server.answer(451);
    await team.conversations.sendTranscript(conversation._id, { email });
    const waiting = () => jobs.list({ state: 'waiting', kind: 'transcripts.send', limit: 10 });
    await vi.waitFor(async () => expect((await waiting())[0]?.error).toMatch(/answered 451/), {
      ...{ timeout: 30_000, interval: 20 },
    });
    expect(server.attempts()).toBe(before + 1);
    await team.conversations.delete(conversation._id);
    server.answer(undefined);
    const [job] = await waiting();
    const done = () => jobs.ended().get('transcripts.send')?.done ?? 0;
    const doneBefore = done();
    await jobs.retry(job?.id ?? '');
    await jobs.poll();
    await vi.waitFor(() => expect(done()).toBe(doneBefore + 1), { timeout: 30_000, interval: 20 });
    expect(server.attempts()).toBe(before + 1);
  });

  test('200: in the language that the chat asks for', async () => {
    const { visitor } = await visit({ transcript: true, title: 'Hilfe' });
    const { conversation } = await visitor.agents.chat(agent, { content: 'Wo ist mein Paket?' });
    const email = newAddress();
    await visitor.conversations.sendTranscript(conversation._id, { email, language: 'de-AT' });
    const { subject, text, html } = await mailTo(email);
    expect(subject).toBe('Ihre Unterhaltung mit Hilfe');
    expect(text).toMatch(/Besucher, .*:\r?\nWo ist mein Paket\?/);
    expect(html).toContain('<div lang="de" dir="ltr">');
  });

  test('200: tells who had the conversation, in its order and local time, and nothing of the inside', async () => {
    const session = await alice.session();
    const { visitor } = await visit({ transcript: true, title: 'Help', handover: { offered: true } });
    const { conversation } = await visitor.agents.chat(agent, { content: 'A person, please.' });
    const id = conversation._id;
    await visitor.conversations.handOver(id, { reason: 'angry-reason' });
    await session.conversations.takeOver(id);
    await session.conversations.notes.create(id, { text: 'secret-note' });
    await session.conversations.update(id, { tags: ['secret-tag'], assignee: alice.user.id });
    await session.messages.send(id, { role: 'human', content: 'Here I am.' });
    await session.conversations.release(id);
    await session.conversations.close(id);
    const email = newAddress();
    await visitor.conversations.sendTranscript(id, { email, timeZone: 'Asia/Kolkata' });
    const { text, html } = await mailTo(email);
    const [written] = (await session.conversations.entries(id)).items;
    const time = new Intl.DateTimeFormat('en-GB', {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' },
    }).format(new Date(written?.createdAt ?? 0));
    expect(text).toContain(`${time}: The visitor asked for a person.`);
    const order = [
      ...['A person, please.', 'The visitor asked for a person.', 'A person from the team took over.', 'Here I am.'],
      ...['The team gave the conversation back to the assistant.', 'The conversation was closed.'],
    ].map((part) => text.indexOf(part));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order[0]).toBeGreaterThan(0);
    expect(text + html).not.toMatch(/secret|angry-reason/);
    expect(text + html).not.toContain(alice.user.name);
  });

  test('200: a repeat with the same Idempotency-Key sends once', async () => {
    const { conversation } = await team.agents.chat(agent, { content: 'Hello' });
    const body = { email: newAddress() };
    const options = { idempotencyKey: 'once' };
    const sent = await team.conversations.sendTranscript(conversation._id, body, options);
    expect(await team.conversations.sendTranscript(conversation._id, body, options)).toEqual(sent);
    expect((await mailTo(body.email)).text).toContain('Hello');
  });

  test('400: no address, one that is no plain address, and no time zone', async () => {
    const { visitor } = await visit();
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const send = (body: object) => visitor.conversations.sendTranscript(conversation._id, body);
    for (const [body, path] of [
      [{}, 'email'],
      [{ email: 'ada' }, 'email'],
      [{ email: '"a b"@example.com' }, 'email'],
      [{ email: newAddress(), timeZone: 'Moon/Crater' }, 'timeZone'],
      [{ email: newAddress(), language: 'de_AT' }, 'language'],
    ] as const) {
      await expect(send(body)).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] });
    }
  });

  test('403, 404: a channel that doesn’t offer it, a key without the scope, and a conversation out of reach', async () => {
    const { visitor, session } = await visit({});
    expect(session.channel.transcript).toBe(false);
    const email = newAddress();
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const refused = { status: 403, code: 'visitor_not_allowed' };
    await expect(visitor.conversations.sendTranscript(conversation._id, { email })).rejects.toMatchObject(refused);
    const other = (await visit(undefined, await proofOf('customer-1', { now: Date.now() + 60_000 }))).visitor;
    const missing = { status: 404, code: 'conversation_not_found' };
    await expect(other.conversations.sendTranscript(conversation._id, { email })).rejects.toMatchObject(missing);
    const stranger = await (await parley.person()).client();
    await expect(stranger.conversations.sendTranscript(conversation._id, { email })).rejects.toMatchObject(missing);
    const narrow = await alice.client(['agents:read']);
    await expect(narrow.conversations.sendTranscript(conversation._id, { email })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });

  test('429: a visitor sends five a day, also at once, and an address gets five an hour from all', async () => {
    const { visitor } = await visit();
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const tooMany = { status: 429, code: 'too_many_mails' };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => visitor.conversations.sendTranscript(conversation._id, { email: newAddress() })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject(tooMany);
    const email = newAddress();
    for (let number = 0; number < 5; number += 1) await team.conversations.sendTranscript(conversation._id, { email });
    await expect(team.conversations.sendTranscript(conversation._id, { email })).rejects.toMatchObject(tooMany);
  });

  test('503: without a mail server, also for a visitor, whose session says so', async () => {
    const bob = await silent.person();
    const client = await bob.client();
    const { _id: echo } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const draft = { settings: { transcript: true } };
    const channel = await makeWebChannel(silent, { workspace: bob.workspace, agent: echo }, draft);
    const session = await letIn(silent.url, channel, {});
    expect(session.channel.transcript).toBe(false);
    const { conversation } = await clientOf(silent, session).agents.chat(echo, { content: 'Hello' });
    for (const each of [client, clientOf(silent, session)]) {
      const sent = each.conversations.sendTranscript(conversation._id, { email: newAddress() });
      await expect(sent).rejects.toMatchObject({ status: 503, code: 'mail_not_configured' });
    }
  });
});

// @module-tag sql
import type { Parley } from '@parley/sdk';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const patience = { timeout: 20_000, interval: 20 };
const minute = 60_000;
const server = await startMailServer();
afterAll(server.close);

describe.each(engines)('answers by mail, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  const silent = service(engine);
  let alice: Person;
  let team: Parley;
  let agent: string;
  let addresses = 0;

  beforeAll(async () => {
    parley.features.jobs.start({ schedules: false });
    alice = await parley.person({ plan: 'business' });
    team = await alice.session();
    agent = (await team.agents.create({ name: 'Shop', model: 'builtin/echo', workspaceId: alice.workspace }))._id;
  });

  const newAddress = () => {
    addresses += 1;
    return `asker-${addresses}@${engine}.example`;
  };
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
  /** Looks for news as often as the clock would, after a quiet time. */
  const sweepLater = async (later = 3 * minute) => {
    parley.advance(later);
    await runSweep(parley, 'answers.sweep');
  };
  /** Waits until nothing is on its way. */
  const settled = () => {
    const open = parley.db.query.selectFrom('jobs').select('id').where('kind', '=', 'answers.send');
    return expect.poll(() => parley.db.read(open.where('state', '<>', 'dead')), patience).toEqual([]);
  };

  /** A visitor who waits for a person, and has left an address. */
  const wait = async (draft: { language?: string; timeZone?: string } = {}, type?: 'page') => {
    const settings = { handover: { offered: true }, title: 'Bikes' };
    const made = { settings, ...(type !== undefined && { type }) };
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent }, made);
    const session = await letIn(parley.url, channel);
    const visitor = clientOf(parley, session);
    const { _id: id } = (await visitor.agents.chat(agent, { content: 'A <b>secret</b> question' })).conversation;
    await visitor.conversations.handOver(id, { reason: 'asked' });
    const email = newAddress();
    expect(await visitor.conversations.setAnswerAddress(id, { email, ...draft })).toEqual({ conversation: id, email });
    return { channel, visitor, id, email };
  };
  const say = (id: string, content: string) => team.messages.send(id, { role: 'human', content });

  test('200: what people write is mailed once, together, and without the words of the visitor', async () => {
    const { channel, visitor, id, email } = await wait({ language: 'de-AT', timeZone: 'Europe/Vienna' }, 'page');
    expect((await visitor.channels.handover(channel)).byMail).toBe(true);
    expect((await team.conversations.answerAddress(id)).email).toBe(email);
    await team.conversations.takeOver(id);
    await say(id, 'It is **on its way**.');
    await say(id, 'It arrives on Friday.');
    await runSweep(parley, 'answers.sweep');
    await settled();
    expect(mailsTo(email)).toHaveLength(0);
    await sweepLater();
    await expect.poll(() => mailsTo(email), patience).toHaveLength(1);
    const [mail] = mailsTo(email);
    const {
      subject,
      text = '',
      html = '',
    } = await PostalMime.parse(`${mail?.headers.join('\r\n')}\r\n\r\n${mail?.text}`);
    expect(subject).toBe('Eine Antwort von Bikes');
    expect(text).toMatch(/on its way.*It arrives on Friday\./s);
    expect(text).toContain(`/chat/${channel}`);
    expect(html).toContain('<strong>on its way</strong>');
    expect(text + html).not.toContain('secret');
    await sweepLater();
    await settled();
    expect(mailsTo(email)).toHaveLength(1);
    await say(id, 'One more thing.');
    await sweepLater();
    await expect.poll(() => mailsTo(email), patience).toHaveLength(2);
    expect(mailsTo(email)[1]?.text).not.toContain('Friday');
  });

  test('two sweeps at once mail once', async () => {
    const { id, email } = await wait();
    await say(id, 'Hello!');
    parley.advance(3 * minute);
    await Promise.all([runSweep(parley, 'answers.sweep'), runSweep(parley, 'answers.sweep')]);
    await expect.poll(() => mailsTo(email), patience).toHaveLength(1);
    await settled();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('a visitor who is there gets none, nor does one who took the address back, or after 30 days', async () => {
    const [here, back, late] = [await wait(), await wait(), await wait()];
    await say(here.id, 'Hello!');
    parley.advance(10);
    await here.visitor.messages.send(here.id, { content: 'Thanks!' });
    await say(back.id, 'Hello!');
    await back.visitor.conversations.setAnswerAddress(back.id, { email: null });
    expect((await team.conversations.answerAddress(back.id)).email).toBeNull();
    await sweepLater();
    await settled();
    const { db } = parley;
    const past = db.query.updateTable('answer_addresses').set({ expires_at: 1 }).where('id', '=', late.id);
    await db.write([statement(past)]);
    await say(late.id, 'Hello!');
    await sweepLater();
    await settled();
    for (const { email } of [here, back, late]) expect(mailsTo(email)).toEqual([]);
    await say(here.id, 'Are you still there?');
    await sweepLater();
    await expect.poll(() => mailsTo(here.email), patience).toHaveLength(1);
    await runSweep(parley, 'answer_addresses.expired');
    expect((await team.conversations.answerAddress(late.id)).email).toBeNull();
  });

  test('a conversation that is deleted takes its address along', async () => {
    const { id, email } = await wait();
    await say(id, 'Hello!');
    await team.conversations.delete(id);
    await sweepLater();
    await settled();
    expect(mailsTo(email)).toEqual([]);
    const left = parley.db.query.selectFrom('answer_addresses').select('id').where('id', '=', id);
    expect(await parley.db.read(left)).toEqual([]);
  });

  test('400, 403, 404, 409, 429, 503: addresses, channels, strangers, closed ones, floods, and no mail', async () => {
    const { visitor, id } = await wait();
    for (const [draft, path] of [
      [{ email: 'ada' }, 'email'],
      [{ email: '"a b"@example.com' }, 'email'],
      [{ email: 'ada@example.com', timeZone: 'Nowhere/None' }, 'timeZone'],
    ] as const) {
      await expect(visitor.conversations.setAnswerAddress(id, draft)).rejects.toMatchObject({
        ...{ status: 400, code: 'validation_failed', details: [{ path }] },
      });
    }
    const plain = await makeWebChannel(parley, { workspace: alice.workspace, agent });
    const guest = clientOf(parley, await letIn(parley.url, plain));
    const { _id: own } = (await guest.agents.chat(agent, { content: 'Hi' })).conversation;
    const email = newAddress();
    await expect(guest.conversations.setAnswerAddress(own, { email })).rejects.toMatchObject({
      ...{ status: 403, code: 'visitor_not_allowed' },
    });
    await expect(guest.conversations.answerAddress(id)).rejects.toMatchObject({ code: 'conversation_not_found' });
    // A person may note an address that the customer has told.
    expect((await team.conversations.setAnswerAddress(own, { email })).email).toBe(email);
    const many = async () => {
      for (let count = 0; count < 6; count += 1)
        await visitor.conversations.setAnswerAddress(id, { email: newAddress() });
    };
    await expect(many()).rejects.toMatchObject({ status: 429, code: 'too_many_mails' });
    await team.conversations.close(id);
    await expect(team.conversations.setAnswerAddress(id, { email })).rejects.toMatchObject({
      ...{ status: 409, code: 'conversation_closed' },
    });
    const other = await (await silent.person()).client();
    const echo = await other.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: quiet } = await other.conversations.create(echo._id);
    await expect(other.conversations.setAnswerAddress(quiet, { email })).rejects.toMatchObject({
      ...{ status: 503, code: 'mail_not_configured' },
    });
  });
});

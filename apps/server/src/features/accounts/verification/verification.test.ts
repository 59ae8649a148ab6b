// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const minute = 60_000;
const server = await startMailServer();
afterAll(server.close);

describe.each(engines)('verification of an address, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  const silent = service(engine);

  /** A signed-in person whose address is not verified. */
  const unverified = async (on = parley): Promise<{ person: Person; client: Parley }> => {
    const person = await on.person();
    const { query } = on.db;
    await on.db.write([
      statement(query.updateTable('users').set({ verified_at: null }).where('id', '=', person.user.id)),
    ]);
    return { person, client: await person.session() };
  };

  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
  /** Waits for the nth mail to an address; returns its code. */
  const codeIn = async (address: string, nth = 1): Promise<string> => {
    parley.features.jobs.start({ schedules: false });
    await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(nth), { timeout: 30_000, interval: 20 });
    return /Your code is (\d{4} \d{4})\./.exec(mailsTo(address)[nth - 1]?.text ?? '')?.[1] ?? '';
  };
  const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  const invalid = { status: 400, code: 'code_invalid' };

  test('mails a code, with which the person verifies the address and joins another account', async () => {
    const { person, client } = await unverified();
    const { email } = person.user;
    expect(await client.me.sendVerification()).toEqual({ email, expiresAt: expect.stringMatching(/Z$/) });
    const code = await codeIn(email);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    expect((await client.me.retrieve()).user.verified).toBe(false);
    expect(await client.me.confirmVerification({ code })).toEqual({ message: 'Your address is verified.' });
    expect((await client.me.retrieve()).user.verified).toBe(true);
    expect(await loggedEvents(parley.db, person.user.id)).toContainEqual(
      expect.objectContaining({
        ...{ type: 'member.updated', actor: { user: person.user.id } },
        data: { user: person.user.id, fields: ['verified'] },
        changes: [{ field: 'verified', before: false, after: true }],
      }),
    );
  });

  test('a repeat says the same; a verified person gets no code', async () => {
    const { person, client } = await unverified();
    await client.me.sendVerification();
    const code = (await codeIn(person.user.email)).replace(' ', '-');
    await client.me.confirmVerification({ code });
    expect(await client.me.confirmVerification({ code })).toEqual({ message: 'Your address is verified.' });
    await expect(client.me.sendVerification()).rejects.toMatchObject({ status: 409, code: 'already_verified' });
  });

  test('neither the database nor the log holds a code, also while it waits to be sent', async () => {
    const { person, client } = await unverified();
    server.answer(451);
    const before = server.attempts();
    await client.me.sendVerification();
    parley.features.jobs.start({ schedules: false });
    await vi.waitFor(() => expect(server.attempts()).toBeGreaterThan(before), { timeout: 30_000, interval: 20 });
    const { read, query } = parley.db;
    const failed = () => read(query.selectFrom('jobs').select(['payload', 'error']).where('error', 'is not', null));
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 30_000, interval: 20 });
    const stored = JSON.stringify([await failed(), await read(query.selectFrom('address_codes').selectAll())]);
    server.answer(undefined);
    const code = await codeIn(person.user.email);
    const [job] = JSON.parse(stored)[0];
    expect(job.error).toBe('The mail server answered 451 to RCPT TO.');
    expect(job.payload).not.toContain(person.user.email);
    for (const form of [code, code.replace(' ', '')]) {
      expect(stored).not.toContain(form);
      expect(parley.log()).not.toContain(form);
    }
    await client.me.confirmVerification({ code });
  });

  test('400: a code can be tried five times, also at once, and the right one is refused then', async () => {
    const { person, client } = await unverified();
    await client.me.sendVerification();
    const code = await codeIn(person.user.email);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        expect(client.me.confirmVerification({ code: wrong(code) })).rejects.toMatchObject(invalid),
      ),
    );
    await expect(client.me.confirmVerification({ code })).rejects.toMatchObject(invalid);
    expect((await client.me.retrieve()).user.verified).toBe(false);
  });

  test('400: a code of another person, of an earlier address, replaced, or older than 15 minutes', async () => {
    const [one, other] = [await unverified(), await unverified()];
    await one.client.me.sendVerification();
    const first = await codeIn(one.person.user.email);
    await other.client.me.sendVerification();
    await codeIn(other.person.user.email);
    await expect(other.client.me.confirmVerification({ code: first })).rejects.toMatchObject(invalid);
    parley.advance(minute);
    await one.client.me.sendVerification();
    const second = await codeIn(one.person.user.email, 2);
    await expect(one.client.me.confirmVerification({ code: first })).rejects.toMatchObject(invalid);
    await parley.features.accounts.people.rename(one.person.user.email, `renamed-${one.person.user.email}`);
    await expect(one.client.me.confirmVerification({ code: second })).rejects.toMatchObject(invalid);
    await parley.features.accounts.people.rename(`renamed-${one.person.user.email}`, one.person.user.email);
    parley.advance(15 * minute);
    await expect(one.client.me.confirmVerification({ code: second })).rejects.toMatchObject(invalid);
    expect((await one.client.me.retrieve()).user.verified).toBe(false);
  });

  test('400: what can’t be a code, and doesn’t count as a try', async () => {
    const { person, client } = await unverified();
    await client.me.sendVerification();
    const code = await codeIn(person.user.email);
    for (const no of ['1234567', '123456789', 'abcdefgh', '1234567x', '-', ' ']) {
      await expect(client.me.confirmVerification({ code: no })).rejects.toMatchObject(invalid);
    }
    const nothing = client.me.confirmVerification({ code: '' });
    await expect(nothing).rejects.toMatchObject({ status: 400, details: [{ path: 'code' }] });
    await client.me.confirmVerification({ code });
  });

  test('403: a key', async () => {
    const client = await (await unverified()).person.client();
    await expect(client.me.sendVerification()).rejects.toMatchObject({ status: 403, code: 'session_required' });
  });

  test('429: one code a minute and ten a day for each address; of concurrent requests one sends', async () => {
    const { person, client } = await unverified();
    const tooMany = { status: 429, code: 'too_many_mails' };
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => client.me.sendVerification()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await codeIn(person.user.email);
    for (let more = 0; more < 9; more += 1) {
      await expect(client.me.sendVerification()).rejects.toMatchObject({ ...tooMany, retryAfter: expect.any(Number) });
      parley.advance(minute);
      await client.me.sendVerification();
    }
    parley.advance(minute);
    await expect(client.me.sendVerification()).rejects.toMatchObject(tooMany);
  });

  test('503: without a mail server; the hint names the operator', async () => {
    const { client } = await unverified(silent);
    await expect(client.me.sendVerification()).rejects.toMatchObject({
      status: 503,
      code: 'mail_not_configured',
      hint: expect.stringContaining('parley user verify'),
    });
  });

  test('an unverified person who is invited by an older link is told to use a code', async () => {
    const [host, { person }] = [await parley.person(), await unverified()];
    const token = 'a token that was shown before mail was set up';
    const { tokenDigest } = await import('../../../access/secrets.ts');
    const parties = { workspace_id: host.workspace, email: person.user.email, role: 'viewer' };
    const row = { ...parties, id: 'inv_old', invited_by: host.user.id, digest: tokenDigest(token) };
    const times = { created_at: 1, expires_at: Date.now() + 1e9 };
    await parley.db.write([statement(parley.db.query.insertInto('invitations').values({ ...row, ...times }))]);
    await expect(sessionClient(parley.url).invitations.accept({ token, password })).rejects.toMatchObject({
      code: 'address_not_verified',
      hint: expect.stringContaining('mailed code'),
    });
  });
});

// @module-tag sql
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { send } from '../../../../testing/request.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const minute = 60_000;
const hour = 60 * minute;
const server = await startMailServer();
afterAll(server.close);

const next = 'a new battery for the horse';
const invalid = { status: 404, code: 'reset_token_invalid' };
const waiting = { timeout: 30_000, interval: 20 };

let addresses = 0;
/** An address that belongs to no person. */
function newAddress(): string {
  addresses += 1;
  return `nobody-${addresses}@example.com`;
}

describe.each(engines)('a forgotten password, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  const silent = service(engine);
  beforeEach(() => {
    // All requests come from one address, which may ask 20 times an hour.
    parley.advance(hour);
    parley.features.jobs.start({ schedules: false });
  });

  const visitor = () => sessionClient(parley.url);
  const ask = (email: string, client = visitor()) => client.passwordResets.request({ email });
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
  /** Waits for the nth mail to an address; returns the token in it. */
  const tokenTo = async (address: string, nth = 1): Promise<string> => {
    await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(nth), waiting);
    return /\/reset-password#token=(\S+)/.exec(mailsTo(address)[nth - 1]?.text ?? '')?.[1] ?? '';
  };
  const linkFor = async ({ user: { email } }: Person, nth = 1) => {
    await ask(email);
    return tokenTo(email, nth);
  };
  const confirm = (token: string, given = next) => visitor().passwordResets.confirm({ token, password: given });
  const signIn = (email: string, given: string) => visitor().sessions.create({ email, password: given });
  const read = (table: 'password_resets' | 'jobs' | 'mail_windows') =>
    parley.db.read(parley.db.query.selectFrom(table).selectAll());
  const handled = () => parley.features.jobs.ended().get('accounts.mail-reset')?.done ?? 0;

  test('the mailed link sets a password, ends all sessions, signs in, and proves the address', async () => {
    const ada = await parley.person();
    const { email } = ada.user;
    const [before, client] = [await ada.session(), await ada.client()];
    const { db } = parley;
    await db.write([statement(db.query.updateTable('users').set({ verified_at: null }).where('id', '=', ada.user.id))]);
    const token = await linkFor(ada);
    expect(token).toHaveLength(43);
    expect(mailsTo(email)[0]).toMatchObject({ from: 'parley@example.com', to: [email] });
    expect(JSON.stringify([await read('password_resets'), await read('jobs')])).not.toContain(token);

    const browser = visitor();
    const done = await browser.passwordResets.confirm({ token, password: next });
    expect(done).toEqual({ user: { _id: ada.user.id, email, name: ada.user.name } });
    expect((await browser.me.retrieve()).user).toMatchObject({ email, verified: true });
    expect((await browser.sessions.list()).items).toHaveLength(1);
    await expect(before.me.retrieve()).rejects.toMatchObject({ status: 401 });
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signIn(email, next);
    expect((await client.me.retrieve()).user.email).toBe(email);
    expect(parley.log()).not.toContain(token);
    const events = (await loggedEvents(db, ada.user.id)).map(({ type, actor, data: { fields, reason } }) => {
      return [type, actor, fields ?? reason];
    });
    expect(events).toEqual(
      expect.arrayContaining([
        ['member.updated', { user: ada.user.id }, ['password']],
        ['member.updated', { user: ada.user.id }, ['verified']],
        ['session.ended', { user: ada.user.id }, 'password_changed'],
      ]),
    );
    expect(JSON.stringify(await read('password_resets'))).not.toContain(ada.user.id);
  });

  test('answers and works alike for a known and an unknown address', async () => {
    const { user } = await parley.person();
    const first = handled();
    await ask(newAddress());
    await vi.waitFor(() => expect(handled()).toBe(first + 1), waiting);
    const traces = [];
    for (const email of [user.email, newAddress(), user.email.replace('@', '.x@').toUpperCase()]) {
      const [windows, ended] = [await read('mail_windows'), handled()];
      const body = { email };
      const { status, headers, text } = await send(parley.url, { method: 'POST', path: '/api/password-resets', body });
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      // The job does the work that differs, after the answer.
      await vi.waitFor(() => expect(handled()).toBe(ended + 1), waiting);
      traces.push({ status, rest, text, windows: (await read('mail_windows')).length - windows.length });
    }
    const [known, ...unknown] = traces;
    expect(known).toMatchObject({ status: 200, windows: 2 });
    for (const trace of unknown) expect(trace).toEqual(known);
    await tokenTo(user.email);
  });

  test('mails nothing to an unknown, a suspended or a removed person, and keeps no address', async () => {
    const [suspended, removed] = [await parley.person(), await parley.person()];
    const { db } = parley;
    await db.write([
      statement(db.query.updateTable('users').set({ status: 'removed' }).where('id', '=', removed.user.id)),
    ]);
    await parley.features.accounts.setStatus(suspended.user.email, 'suspended');
    await vi.waitFor(async () => expect(await read('jobs')).toEqual([]), waiting);
    const [before, ended] = [server.mails.length, handled()];
    const emails = [suspended.user.email, removed.user.email, newAddress()];
    for (const email of emails) await ask(email);
    await vi.waitFor(() => expect(handled()).toBe(ended + 3), waiting);
    const stored = JSON.stringify([await read('password_resets'), await read('jobs'), await read('mail_windows')]);
    for (const { user } of [suspended, removed]) expect(stored).not.toContain(user.id);
    for (const email of emails) expect(stored).not.toContain(email);
    expect(server.mails).toHaveLength(before);
  });

  test('404: alike for a link that is unknown, used, replaced, too old, or of an earlier address', async () => {
    const ada = await parley.person();
    const { email } = ada.user;
    const replaced = await linkFor(ada);
    parley.advance(minute);
    const used = await linkFor(ada, 2);
    await expect(confirm(replaced)).rejects.toMatchObject(invalid);
    await confirm(used);
    parley.advance(hour);
    const renamed = await linkFor(ada, 3);
    await parley.features.accounts.people.rename(email, `renamed-${email}`);
    await expect(confirm(renamed)).rejects.toMatchObject(invalid);
    await parley.features.accounts.people.rename(`renamed-${email}`, email);
    parley.advance(hour);
    await expect(confirm(renamed)).rejects.toMatchObject(invalid);
    parley.advance(hour);
    const answers = [];
    for (const token of ['made-up', replaced, used, renamed]) {
      const body = { token, password: next };
      const { status, text } = await send(parley.url, { method: 'POST', path: '/api/password-resets/confirm', body });
      answers.push({ status, ...JSON.parse(text), requestId: '' });
    }
    expect(answers[0]).toMatchObject(invalid);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await signIn(email, next);
  });

  test('404: of two at once, one wins', async () => {
    const ada = await parley.person();
    const token = await linkFor(ada);
    const choices = ['the first of both passwords', 'the second of both passwords'];
    const tries = await Promise.allSettled(choices.map((each) => confirm(token, each)));
    const lost = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toEqual([expect.objectContaining(invalid)]);
    const won = tries.findIndex(({ status }) => status === 'fulfilled');
    await signIn(ada.user.email, choices[won] ?? '');
  });

  test('404: a password that was changed, or reset by a shown link, ends every link; a request ends no shown one', async () => {
    const ada = await parley.person();
    const mailed = await linkFor(ada);
    const browser = await ada.session();
    await browser.password.change({ currentPassword: password, newPassword: next });
    await expect(confirm(mailed)).rejects.toMatchObject(invalid);
    const { url } = await parley.features.accounts.people.resetLink(ada.user.email);
    parley.advance(minute);
    const second = await linkFor(ada, 2);
    await confirm(url.split('#token=')[1] ?? '', 'what the operator made possible');
    await expect(confirm(second)).rejects.toMatchObject(invalid);
  });

  test('400: a weak password leaves the link; and what can be no address', async () => {
    const ada = await parley.person();
    const token = await linkFor(ada);
    const weak = { status: 400, code: 'validation_failed', details: [{ path: 'password' }] };
    for (const each of [token, 'made-up']) await expect(confirm(each, 'password1234')).rejects.toMatchObject(weak);
    await confirm(token);
    for (const email of ['nobody', '"a b"@example.com', 'a,b@example.com']) {
      await expect(ask(email)).rejects.toMatchObject({ status: 400, details: [{ path: 'email' }] });
    }
  });

  test('413: more than 8 KiB', async () => {
    const body = { email: 'a@example.com', more: 'x'.repeat(9_000) };
    const reply = await send(parley.url, { method: 'POST', path: '/api/password-resets', body });
    expect(reply.status).toBe(413);
  });

  test('429: one a minute and five an hour to an address, known or not', async () => {
    const { user } = await parley.person();
    const tooMany = { status: 429, code: 'too_many_mails', retryAfter: expect.any(Number) };
    for (const email of [user.email, newAddress()]) {
      for (let asked = 0; asked < 5; asked += 1) {
        await ask(email);
        await expect(ask(email)).rejects.toMatchObject(tooMany);
        parley.advance(minute);
      }
      await expect(ask(email)).rejects.toMatchObject(tooMany);
    }
    parley.advance(hour);
    await ask(user.email);
  });

  test('429: twenty an hour from a network, and guesses at links', async () => {
    for (let asked = 0; asked < 20; asked += 1) await ask(newAddress());
    const known = await parley.person();
    for (const email of [newAddress(), known.user.email]) {
      await expect(ask(email)).rejects.toMatchObject({ status: 429, code: 'too_many_mails' });
    }
    const guesses = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => confirm(`guess-${index}`)));
    const answers = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : 'taken'));
    expect(new Set(answers)).toEqual(new Set(['reset_token_invalid']));
    const tooMany = { status: 429, code: 'too_many_failed_attempts', retryAfter: expect.any(Number) };
    await expect(confirm('one more')).rejects.toMatchObject(tooMany);
  });

  test('503: without a mail server; the hint says who else can help', async () => {
    const client = sessionClient(silent.url);
    expect(await client.passwordResets.retrieve()).toEqual({ mail: false });
    expect(await visitor().passwordResets.retrieve()).toEqual({ mail: true });
    await expect(ask('a@example.com', client)).rejects.toMatchObject({
      status: 503,
      code: 'mail_not_configured',
      hint: expect.stringContaining('parley user reset-password'),
    });
  });
});

import { afterAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const hour = 60 * 60_000;
const server = await startMailServer();
afterAll(server.close);

let addresses = 0;
/** An address that hasn't been used yet. */
function newAddress(): string {
  addresses += 1;
  return `mailed-${addresses}@example.com`;
}

describe.each(anyEngine)('mailed invitations, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });

  const invite = async (host: Person, email: string) => {
    const { invitations } = (await host.session()).workspaces;
    return invitations.create(host.workspace, { email, role: 'viewer' });
  };
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
  /** Waits for the nth mail to an address; returns the token in it. */
  const tokenTo = async (address: string, nth = 1) => {
    parley.features.jobs.start({ schedules: false });
    await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(nth), { timeout: 30_000, interval: 20 });
    return /\/join#token=(\S+)/.exec(mailsTo(address)[nth - 1]?.text ?? '')?.[1] ?? '';
  };
  const accept = (token: string) => sessionClient(parley.url).invitations.accept({ token, password });
  const verifiedAt = async (id: string) => {
    const { read, query } = parley.db;
    return (await read(query.selectFrom('users').select('verified_at').where('id', '=', id)))[0]?.verified_at;
  };

  test('the link goes to the invited alone, who is verified by joining', async () => {
    const alice = await parley.person();
    const email = newAddress();
    expect(await invite(alice, email)).toMatchObject({ email, url: null });
    const token = await tokenTo(email);
    const [mail] = mailsTo(email);
    expect(mail).toMatchObject({ from: 'parley@example.com', to: [email] });
    expect(mail?.headers).toContain('From: Parley <parley@example.com>');
    expect(mail?.headers.filter((line) => /^message-id: <job_\w+@example\.com>$/i.test(line))).toHaveLength(1);
    expect(mail?.text).toContain(`${alice.user.email} invites you to the workspace “Home”.`);
    const { read, query } = parley.db;
    expect(JSON.stringify(await read(query.selectFrom('invitations').selectAll()))).not.toContain(token);
    expect(parley.log()).not.toContain(token);
    const { user } = await accept(token);
    expect(await verifiedAt(user._id)).toEqual(expect.anything());
    // So another account can invite the person.
    const bob = await parley.person();
    await invite(bob, email);
    expect((await accept(await tokenTo(email, 2))).user._id).toBe(user._id);
  });

  test('a mailed link with the password verifies a person created by a shown link', async () => {
    const [alice, bob] = [await parley.person(), await parley.person()];
    const { db } = parley;
    await db.write([statement(db.query.updateTable('users').set({ verified_at: null }).where('id', '=', bob.user.id))]);
    await invite(alice, bob.user.email);
    const token = await tokenTo(bob.user.email);
    const guess = sessionClient(parley.url).invitations.accept({ token, password: 'what another person guesses' });
    await expect(guess).rejects.toMatchObject({ status: 401 });
    expect(await verifiedAt(bob.user.id)).toBeNull();
    await accept(token);
    expect(await verifiedAt(bob.user.id)).toEqual(expect.anything());
    expect((await (await bob.session()).me.retrieve()).workspaces).toHaveLength(2);
  });

  test('a name that looks like a link, or would end a line, is not in the mail', async () => {
    const alice = await parley.person();
    for (const name of ['Win at evil.example', 'http://evil.example', 'a\r\nBcc: all@example.com']) {
      await (await alice.session()).workspaces.update(alice.workspace, { name });
      const email = newAddress();
      await invite(alice, email);
      await tokenTo(email);
      expect(mailsTo(email)[0]?.text).toContain(`${alice.user.email} invites you to a workspace.`);
      expect(JSON.stringify(mailsTo(email))).not.toMatch(/evil|Bcc/);
    }
  });

  test.each(['"a b"@example.com', 'a,b@example.com', 'a<b@example.com', 'a;b@example.com', 'a\u0001b@example.com'])(
    '400: no mail can be sent to %j, and nothing is kept',
    async (email) => {
      const alice = await parley.person();
      await expect(invite(alice, email)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
      const client = await alice.client(['workspace:admin']);
      expect((await client.workspaces.invitations.list(alice.workspace)).items).toEqual([]);
    },
  );

  test('429: ten an hour to one address, from all inviters together; the invitation is not made', async () => {
    const [alice, bob] = [await parley.person(), await parley.person()];
    const email = newAddress();
    for (let made = 0; made < 10; made += 1) await invite(made % 2 === 0 ? alice : bob, email);
    const carol = await parley.person();
    await expect(invite(carol, email)).rejects.toMatchObject({ status: 429, code: 'too_many_mails' });
    const client = await carol.client(['workspace:admin']);
    expect((await client.workspaces.invitations.list(carol.workspace)).items).toEqual([]);
    parley.advance(hour);
    await invite(carol, email);
  });

  test('a refused address is a dead job without the address; one that is busy is tried again', async () => {
    const alice = await parley.person();
    parley.features.jobs.start({ schedules: false });
    const email = newAddress();
    server.answer(550);
    await invite(alice, email);
    // Mails of other tests may still be on their way.
    const dead = async () =>
      (await parley.features.jobs.list({ state: 'dead', limit: 100 })).filter(
        ({ workspace }) => workspace === alice.workspace,
      );
    await vi.waitFor(async () => expect(await dead()).toHaveLength(1), { timeout: 30_000, interval: 20 });
    server.answer(undefined);
    const [job] = await dead();
    expect(job).toMatchObject({ kind: 'mail.send', error: 'The mail server answered 550 to RCPT TO.' });
    expect(JSON.stringify(job)).not.toContain(email);
    expect(mailsTo(email)).toEqual([]);
  });
});

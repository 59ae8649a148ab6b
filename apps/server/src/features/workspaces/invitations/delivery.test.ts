// @module-tag sql
import { afterAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';

const server = await startMailServer();
afterAll(server.close);
const waiting = { timeout: 30_000, interval: 100 };
const at = expect.stringMatching(/Z$/);

describe.each(engines)('the delivery of an invitation, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  const silent = service(engine);

  const listed = async ({ client, workspace }: Person) =>
    (await (await client(['workspace:admin'])).workspaces.invitations.list(workspace)).items;
  const invite = async (host: Person, email: string) =>
    (await host.session()).workspaces.invitations.create(host.workspace, { email, role: 'viewer' });
  /** Waits until the state of an invitation is stored. */
  const comes = (email: string, state: string, error: string | null) =>
    vi.waitFor(async () => {
      const { db } = parley;
      const query = db.query.selectFrom('invitations').select(['mail_state', 'mail_error']).where('email', '=', email);
      expect(await db.read(query)).toEqual([{ mail_state: state, mail_error: error }]);
    }, waiting);

  test('shows whether the mail waits, was sent, or failed and why; inviting again sends again', async () => {
    const alice = await parley.person();
    await invite(alice, 'sent@example.com');
    await comes('sent@example.com', 'sent', null);
    const [sent] = await listed(alice);
    expect(sent?.delivery).toEqual({ state: 'sent', error: null, at });

    server.answer(550);
    await invite(alice, 'failed@example.com');
    await comes('failed@example.com', 'failed', 'The mail server answered 550 to RCPT TO.');
    const [failed] = await listed(alice);
    expect(failed?.delivery).toEqual({ state: 'failed', error: 'The mail server answered 550 to RCPT TO.', at });
    server.answer(undefined);
    await invite(alice, 'failed@example.com');
    await comes('failed@example.com', 'sent', null);
  });

  test('shows the error of a mail that is tried again; a revoked invitation is no longer mailed', async () => {
    const alice = await parley.person();
    const email = 'busy@example.com';
    server.answer(451);
    await invite(alice, email);
    await comes(email, 'waiting', 'The mail server answered 451 to RCPT TO.');
    server.answer(undefined);
    const [invitation] = await listed(alice);
    expect(invitation?.delivery).toEqual({ state: 'waiting', error: 'The mail server answered 451 to RCPT TO.', at });
    const { jobs } = parley.features;
    const [job] = await jobs.list({ state: 'waiting', kind: 'mail.send', limit: 10 });
    const session = await alice.session();
    await session.workspaces.invitations.revoke({
      workspaceId: alice.workspace,
      invitationId: invitation?._id ?? '',
    });
    const done = () => jobs.ended().get('mail.send')?.done ?? 0;
    const before = done();
    await jobs.retry(job?.id ?? '');
    await jobs.poll();
    await vi.waitFor(() => expect(done()).toBe(before + 1), waiting);
    expect(server.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test('is null for a link that was shown', async () => {
    const alice = await silent.person();
    await invite(alice, 'shown@example.com');
    expect((await listed(alice)).map(({ delivery }) => delivery)).toEqual([null]);
  });
});

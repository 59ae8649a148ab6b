import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { expectFailure, send, signIn } from '../../../testing/request.ts';

describe.each(anyEngine)('an answer that is kept for an Idempotency-Key, after its right was lost, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let ben: Person;
  let agent: string;
  let session: Awaited<ReturnType<typeof signIn>>;

  const post = (idempotencyKey: string, path: string, body: object) =>
    send(parley.url, { method: 'POST', path, body, headers: { ...session, 'idempotency-key': idempotencyKey } });

  beforeAll(async () => {
    [alice, ben] = [await parley.person(), await parley.person()];
    agent = (await (await alice.client()).agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    await alice.invite(ben, 'admin');
    session = await signIn(parley.url, ben.user.email);
  });

  test.each([
    ['an agent', () => ['/api/agents', { name: 'Made', workspaceId: alice.workspace }] as const],
    [
      'an API key',
      () => ['/api/api-keys', { name: 'Made', scopes: ['agents:write'], workspaceId: alice.workspace }] as const,
    ],
    [
      'an invitation',
      () => [`/api/workspaces/${alice.workspace}/invitations`, { email: 'new@example.com', role: 'viewer' }] as const,
    ],
    ['a conversation', () => [`/api/agents/${agent}/conversations`, {}] as const],
    ['a message', () => [`/api/agents/${agent}/chat`, { message: 'Hello' }] as const],
  ])('403: about %s, and again the answer once the right is back', async (what, request) => {
    const owner = await alice.session();
    const ref = { workspaceId: alice.workspace, userId: ben.user.id };
    const setRole = (role: 'admin' | 'viewer') => owner.workspaces.members.update(ref, { role });
    const [path, body] = request();
    const first = await post(what, path, body);
    expect([200, 201]).toContain(first.status);
    await setRole('viewer');
    const refused = await post(what, path, body);
    expectFailure(refused, 'insufficient_role');
    await setRole('admin');
    const again = await post(what, path, body);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  test('409: about a workspace that the person no longer belongs to', async () => {
    const first = await post('workspace', '/api/workspaces', { name: 'Made' });
    const { _id } = first.json()['data'] as { _id: string };
    expect((await post('workspace', '/api/workspaces', { name: 'Made' })).text).toBe(first.text);
    const owner = await ben.session();
    const { url } = await owner.workspaces.invitations.create(_id, { email: alice.user.email, role: 'owner' });
    await sessionClient(parley.url).invitations.accept({ token: url?.split('=')[1] ?? '', password });
    await (await alice.session()).workspaces.members.remove({ workspaceId: _id, userId: ben.user.id });
    expectFailure(await post('workspace', '/api/workspaces', { name: 'Made' }), 'name_conflict');
  });
});

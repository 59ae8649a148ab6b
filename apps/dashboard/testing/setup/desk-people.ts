import { Parley } from '@parley/sdk';
import type { Dashboard } from './dashboard.ts';
import { sessionClient } from './server.ts';
import { password } from './signed-in.ts';

/** Adds an editor to the workspace of the first owner; returns a client that is signed in as them. */
export async function addEditor({ client, server }: Dashboard, email: string, name: string): Promise<Parley> {
  const workspace = (await client.workspaces.list()).items[0]?._id ?? '';
  const { url } = await client.workspaces.invitations.create(workspace, { email, role: 'editor' });
  const editor = sessionClient(server.url);
  await editor.invitations.accept({ token: url?.split('#token=')[1] ?? '', name, password });
  return editor;
}

/** Lets a visitor in at a channel of the web; returns a client that acts as the visitor. */
export async function letVisitorIn({ server }: Pick<Dashboard, 'server'>, channel: string): Promise<Parley> {
  const answer = await fetch(`${server.url}/api/channels/${channel}/visitors`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { data } = (await answer.json()) as { data: { token: string } };
  return new Parley({ apiKey: data.token, baseURL: server.url, maxRetries: 0 });
}

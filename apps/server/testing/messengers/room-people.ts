import { expect, vi } from 'vitest';
import { statement } from '../../src/storage/unit.ts';
import { type Person, password, type Service } from '../harness.ts';
import { send } from '../request.ts';
import { patient, publicUrl, type Room } from './team-room.ts';

/** The headers of a session of a person at the public address. */
async function sessionOf(parley: Service, { user }: Person): Promise<Readonly<Record<string, string>>> {
  const headers = { origin: publicUrl };
  const body = { email: user.email, password };
  const reply = await send(parley.url, { method: 'POST', path: '/api/session', headers, body });
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  return { ...headers, cookie: cookie.split(';', 1)[0] ?? '' };
}

/** Sends a request as a signed-in person, and returns the data of its answer. */
async function asPerson<Data>(
  parley: Service,
  person: Person,
  request: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<Data> {
  const reply = await send(parley.url, { ...request, headers: await sessionOf(parley, person) });
  return reply.json()['data'] as Data;
}

/** Makes a person a member of the workspace of another one. */
export const join = (
  { db }: Service,
  { user }: Person,
  { workspace, role = 'editor' }: { workspace: string; role?: string },
) =>
  db.write([
    statement(
      db.query
        .insertInto('members')
        .values({ workspace_id: workspace, user_id: user.id, role, created_at: Date.now() }),
    ),
  ]);

/** Takes a person out of a workspace. */
export const leave = ({ db }: Service, { user }: Person, workspace: string) =>
  db.write([
    statement(db.query.deleteFrom('members').where('workspace_id', '=', workspace).where('user_id', '=', user.id)),
  ]);

/** Connects the account of a person at a platform by a code. */
export async function connect(parley: Service, person: Person, { room, as, workspace }: Connecting): Promise<void> {
  const body = { workspaceId: workspace };
  const { command } = await asPerson<{ command: string }>(parley, person, {
    ...{ method: 'POST', path: '/api/me/room-codes', body },
  });
  await room.direct(as, command);
  await vi.waitFor(() => expect(room.directAnswers(as).at(-1)).toContain(person.user.email), patient);
}

interface Connecting {
  readonly room: Room;
  /** The number of the person at the platform. */
  readonly as: number;
  readonly workspace: string;
}

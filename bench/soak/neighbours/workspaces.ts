import { newId } from '../../../apps/server/src/ids.ts';
import { agentRow } from './histories.ts';
import type { Facts, Ground } from './neighbour.ts';

/** Workspaces of one account: as many as a free one may have, with its first. */
export const workspaces = { small: 6, full: 20 } as const;

/**
 * Creates further workspaces of the account, each with an agent that echoes. The facts name the workspaces by their
 * number, and their agents with `agent ` before it.
 */
export async function insertWorkspaces({ size, workspace, account, user, insert }: Ground): Promise<Facts> {
  const time = Date.now();
  const more = Array.from({ length: workspaces[size] - 1 }, () => newId('workspace'));
  const made = { account_id: account, version: 1, deleted_at: null };
  const times = { created_at: time, updated_at: time };
  await insert(
    'workspaces',
    more.map((id, index) => ({ id, ...made, ...times, name: `Another ${index}`, name_folded: `another ${index}` })),
  );
  await insert(
    'members',
    more.map((id) => ({ workspace_id: id, user_id: user, role: 'owner', created_at: time })),
  );
  const all = [workspace, ...more];
  const agents = all.map((id) => agentRow(id, 'Echoes'));
  await insert('agents', agents);
  return Object.fromEntries([
    ...all.map((id, index) => [String(index), id]),
    ...agents.map(({ id }, index) => [`agent ${index}`, id]),
  ]);
}

import type { Actor, Origin } from '../../access/actor.ts';
import type { Happening, Newcomer } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { append } from './append-store.ts';

/** Dependencies of writing events. */
export interface RecordNeeds {
  readonly db: Database;
  readonly now: () => number;
}

/** Returns the statement that writes an event, and its account or, if that is unknown, its workspace. */
export function recordEvent(
  { db, now }: RecordNeeds,
  actor: Actor | Newcomer,
  event: Happening,
): [statement: Statement, of: string] {
  const { type, workspace, account, data, changes, when } = event;
  const origin = originOf(actor);
  const isStored = changes !== undefined && 'build' in changes;
  const row = {
    account: account ?? accountOf(actor, workspace),
    workspace: workspace ?? null,
    type,
    actor: actorText(actor),
    data: JSON.stringify(data),
    changes: changes === undefined || isStored ? null : JSON.stringify(changes),
    request: origin?.requestId ?? null,
    address: origin?.address ?? null,
    client: origin?.client.slice(0, maxClient) ?? null,
    now: now(),
  };
  return [append(db, row, { stored: isStored ? changes : undefined, when }), row.account ?? row.workspace ?? ''];
}

/** Max characters of a `User-Agent` that are kept. */
const maxClient = 200;

/** The account of an event; undefined if it is the workspace's, which the statement looks up. */
function accountOf(actor: Actor | Newcomer, workspace: string | undefined): string | undefined {
  if (actor.kind !== 'key' && actor.kind !== 'session') return undefined;
  const isOwn = workspace === undefined || ('ownWorkspaces' in actor && actor.ownWorkspaces.has(workspace));
  return isOwn ? actor.account.id : undefined;
}

const originOf = (actor: Actor | Newcomer): Origin | undefined => ('origin' in actor ? actor.origin : undefined);

/** The actor as it is stored: as JSON, by what the IDs name. */
function actorText(actor: Actor | Newcomer): string {
  switch (actor.kind) {
    // IDs need no escaping.
    case 'key':
      return `{"user":"${actor.user.id}","key":"${actor.id}"}`;
    case 'session':
      return `{"user":"${actor.user.id}"}`;
    case 'visitor':
      return JSON.stringify({ visitor: actor.id, channel: actor.channel });
    case 'channel':
      return `{"channel":"${actor.id}"}`;
    case 'system':
      return `{"${actor.id}":true}`;
  }
}

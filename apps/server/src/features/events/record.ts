import type { Actor, Origin } from '../../access/actor.ts';
import type { Happening, Newcomer } from '../../events/happening.ts';
import type { StoredChanges } from '../../storage/changes/stored-changes.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { append, knownChanges } from './append-store.ts';
import { actorText } from './shown/actors.ts';

/** Dependencies of writing events. */
export interface RecordNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Called after the commit with the account of an event or, if that is unknown, with its workspace. */
  readonly tell?: (of: string) => void;
}

/** Returns the statement that writes an event. */
export function recordEvent({ db, now, tell }: RecordNeeds, actor: Actor | Newcomer, event: Happening): Statement {
  const { type, workspace, data, when } = event;
  const account = event.account ?? accountOf(actor, workspace);
  const origin = originOf(actor);
  const changes = changesOf(event);
  const row = {
    account,
    workspace: workspace ?? null,
    type,
    actor: actorText(actor),
    data: JSON.stringify(data),
    values: changes.values,
    request: origin?.requestId ?? null,
    address: origin?.address ?? null,
    client: origin?.client.slice(0, maxClient) ?? null,
    now: now(),
  };
  const onCommitted = tell && (() => tell(account ?? workspace ?? ''));
  return append(db, row, { changes, when, onCommitted });
}

const changesOf = ({ changes }: Happening): StoredChanges => {
  if (changes === undefined) return knownChanges(null);
  return 'build' in changes ? changes : knownChanges(JSON.stringify(changes));
};

/** Max characters of a `User-Agent` that are kept. */
const maxClient = 200;

/** The account of an event; undefined if it is the workspace's, which the statement looks up. */
function accountOf(actor: Actor | Newcomer, workspace: string | undefined): string | undefined {
  if (actor.kind !== 'key' && actor.kind !== 'session') return undefined;
  const isOwn = workspace === undefined || ('ownWorkspaces' in actor && actor.ownWorkspaces.has(workspace));
  return isOwn ? actor.account.id : undefined;
}

const originOf = (actor: Actor | Newcomer): Origin | undefined => ('origin' in actor ? actor.origin : undefined);

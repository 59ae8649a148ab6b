import { createHash } from 'node:crypto';
import { type Actor, administered, demand, isPrincipal, reachOf } from '../../access/actor.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import { AppError, invalid } from '../../errors.ts';
import { eventTypes, isNamed } from '../../events/catalog/catalog.ts';
import { eventId, positionOf } from '../../events/event-id.ts';
import { msOf } from '../../schemas/lists.ts';
import type { EventLog, Wanted } from './log.ts';
import type { EventFilters } from './schema.ts';

/** Dependencies of choosing events. */
export interface SelectionNeeds {
  readonly log: Pick<EventLog, 'expired' | 'first'>;
  accountOf(workspace: string): Promise<string | undefined>;
}

/** Returns the events that filters choose, within those that the actor may read. Throws for what it can't reach. */
export async function select(
  actor: Actor,
  filters: EventFilters,
  accountOf: SelectionNeeds['accountOf'],
): Promise<Wanted> {
  const { types, agentId, actor: by, createdAfter, createdBefore } = filters;
  return {
    ...(await placeOf(actor, filters.workspaceId, accountOf)),
    types: types === undefined ? undefined : typesOf(types),
    agents: agentId === undefined ? undefined : [agentId],
    actor: by,
    since: msOf(createdAfter),
    before: msOf(createdBefore),
  };
}

/** The log to read and the workspaces in it: one, or all of the own account that the actor administers. */
async function placeOf(actor: Actor, workspace: string | undefined, accountOf: SelectionNeeds['accountOf']) {
  if (!isPrincipal(actor)) throw workspaceMissing();
  if (workspace === undefined) {
    const workspaces = administered(actor);
    if (workspaces.length === 0) {
      throw new AppError('insufficient_role', 'You do not have permission to read the events of your account.', {
        hint: 'Name a workspace that you administer, as workspaceId.',
      });
    }
    return { account: actor.account.id, within: { workspaces, own: actor.boundTo === undefined } };
  }
  if (!reachOf(actor).includes(workspace)) throw workspaceMissing();
  demand(actor, 'workspace:admin', workspace);
  const account = actor.ownWorkspaces.has(workspace) ? actor.account.id : await accountOf(workspace);
  if (account === undefined) throw workspaceMissing();
  return { account, within: { workspaces: [workspace], own: false } };
}

/** Reads a list of types, in which `agent.*` is every type of agents. Throws `validation_failed` for unknown ones. */
function typesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const found = names.map((name) => ({ name, types: eventTypes.filter((type) => isNamed(type, name)) }));
  const unknown = found.find(({ types }) => types.length === 0);
  if (unknown !== undefined) {
    const hint = `The types are ${eventTypes.join(', ')}.`;
    const message = `has no type ${JSON.stringify(unknown.name.slice(0, 60).toWellFormed())}`;
    throw invalid([{ path: 'types', message }], 'validation_failed', hint);
  }
  return [...new Set(found.flatMap(({ types }) => types))];
}

/** The account and the filters that a cursor is bound to. */
export interface Place {
  readonly account: string;
  readonly workspaceId: string | undefined;
  readonly sort: 'createdAt' | '-createdAt';
}

/** Returns the cursor of a position. */
export const cursorAt = (place: Place, position: number): string =>
  Buffer.from(JSON.stringify([position, fingerprint(place)])).toString('base64url');

const fingerprint = ({ account, workspaceId, sort }: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([account, workspaceId, sort]))
    .digest('base64url')
    .slice(0, 12);

/**
 * Returns the position of a cursor or of the ID of an event. Throws `cursor_invalid` for that of another log, and
 * `cursor_expired` if events after it may have been deleted.
 */
export async function readCursor(cursor: string, place: Place, log: SelectionNeeds['log']): Promise<number> {
  const position = positionOf(place.account, cursor) ?? positionIn(cursor, place);
  if (position === undefined) {
    throw new AppError('cursor_invalid', 'The cursor is not valid for this log of events.', {
      hint: 'Pass cursor unchanged, with the same workspaceId and sort, or the _id of an event.',
    });
  }
  if (position < log.expired() && place.sort === 'createdAt') throw await expired(place.account, log);
  return position;
}

function positionIn(cursor: string, place: Place): number | undefined {
  try {
    const [position, bound] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const isValid = Number.isSafeInteger(position) && Number(position) >= 0 && bound === fingerprint(place);
    return isValid ? Number(position) : undefined;
  } catch {
    // Not base64url JSON of a list.
    return undefined;
  }
}

async function expired(account: string, log: SelectionNeeds['log']): Promise<AppError> {
  const first = await log.first(account);
  const oldest = first === 0 ? 'there is no event now' : `the oldest event is ${eventId(account, first)}`;
  return new AppError('cursor_expired', 'The events after this cursor are no longer kept.', {
    details: [{ path: 'cursor', message: oldest }],
    hint: 'Go on without a cursor: the oldest event that is kept comes first.',
  });
}

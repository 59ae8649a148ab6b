import type { Actor } from '../../access/actor.ts';
import type { Conversation } from '../../schemas/conversations/conversation.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import { getConversation } from './access.ts';
import { writeAlong } from './concurrency/write-along.ts';
import { type Change, entriesOf } from './entries/changes.ts';
import { failures } from './failures.ts';
import type { ConversationNeeds } from './needs.ts';
import { recordedChanges } from './recorded-changes.ts';
import * as store from './store.ts';

/** Max attempts of a change that meets stale reads; then it fails with `version_conflict`. */
const maxAttempts = 100;

/** The conversation to change, the decision, and the statements to write with it. */
export interface ChangeRequest {
  readonly id: string;
  /** Decides on the conversation as it was read; undefined if there is nothing to change. */
  decide(conversation: store.StoredConversation): Change | undefined;
  readonly along?: Along<store.StoredConversation>;
  /** Statements that come first, and fail if the change isn't right when it is written. */
  demands?(change: Change, workspace: string): readonly Statement[];
}

type ChangeNeeds = Pick<ConversationNeeds, 'db' | 'now' | 'record' | 'changed' | 'entries' | 'desk'>;

/** The conversation was changed or deleted after it was read. */
class StaleRead extends Error {}

/** Changes a conversation in one unit of work with its event and the statements along; returns the result. */
export async function changeConversation(
  needs: ChangeNeeds,
  actor: Actor,
  request: ChangeRequest,
): Promise<store.StoredConversation> {
  for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
    const changed = await attempt(needs, actor, request);
    if (changed !== undefined) return changed;
  }
  throw failures.versionConflict();
}

/** Applies the decision once; returns undefined after a stale read. */
async function attempt(
  needs: ChangeNeeds,
  actor: Actor,
  { id, decide, along = nothingAlong, ...request }: ChangeRequest,
) {
  const before = await getConversation(needs.db, actor, { id, permission: 'conversations:write' });
  const change = decide(before);
  if (change === undefined) return writeAlong(needs.db, along, before);
  const demands = request.demands?.(change, before.workspace) ?? [];
  return write(needs, actor, { before, change, along, demands }).catch((error: unknown) => {
    if (!(error instanceof StaleRead)) throw error;
    return undefined;
  });
}

interface Write {
  readonly before: store.StoredConversation;
  readonly change: Change;
  readonly along: Along<store.StoredConversation>;
  readonly demands: readonly Statement[];
}

async function write(
  { db, now, record, changed, entries, desk }: ChangeNeeds,
  actor: Actor,
  { before, change, along, demands }: Write,
) {
  const { id, workspace, agent, version } = before;
  const { type: _type, entry: _entry, note: _note, ...columns } = change;
  const time = now();
  const was = JSON.parse(before.json) as Conversation;
  const expected = applied({ before, was }, change, time);
  const more = along(expected);
  const data = { conversation: id, agent };
  const event =
    change.type === 'conversation.rated'
      ? { type: change.type, data: { ...data, score: change.satisfaction.score } }
      : change.note === undefined
        ? { type: change.type, data }
        : { type: change.type, data: { ...data, note: change.note } };
  const changes = recordedChanges(before, change);
  const entered = entriesOf(was, change);
  const { updated } = await db.write({
    demands,
    // The decision, the event and the statements along are about the conversation as it was read.
    updated: store.update(db, workspace, { id, version, now: time, columns }, () => new StaleRead()),
    entered: entered.flatMap((entry) => entries.enter(actor, { workspace, conversation: id, ...entry })),
    event: record(actor, { ...event, workspace, ...(changes !== undefined && { changes }) }),
    shown: waitsOf(was, change, time).map((since) => desk.shown(workspace, id, since)),
    along: more,
  });
  changed(id, workspace);
  const [conversation] = updated.rows;
  if (conversation === undefined) throw failures.noConversation();
  return more.length > 0 ? expected : conversation;
}

/** Since when a conversation waits from now on, or has waited until now, in ms since 1970; none if that stays. */
function waitsOf(
  was: Conversation,
  { type, status = was.status, takenBy = was.takenBy }: Change,
  now: number,
): readonly number[] {
  if (type === 'conversation.waiting') return [was.waitingSince === null ? now : Date.parse(was.waitingSince)];
  const isOver = was.status === 'human' && was.takenBy === null && (status !== 'human' || takenBy !== null);
  return isOver && was.waitingSince !== null ? [Date.parse(was.waitingSince)] : [];
}

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** A conversation as `store.update` leaves it. */
function applied(
  { before, was }: { readonly before: store.StoredConversation; readonly was: Conversation },
  change: Change,
  now: number,
): store.StoredConversation {
  const { title = was.title, tags = was.tags, metadata = was.metadata } = change;
  const { status = was.status, takenBy = was.takenBy, form, waiting } = change;
  const { assignee = was.assignee, team = was.team, priority = was.priority } = change;
  const { satisfaction = was.satisfaction } = change;
  const snoozedUntil = change.snoozedUntil === undefined ? was.snoozedUntil : isoOf(change.snoozedUntil);
  const since = { none: null, now: was.waitingSince ?? new Date(now).toISOString(), unanswered: was.waitingSince };
  const waitingSince = waiting === undefined ? was.waitingSince : since[waiting];
  const answers = form === undefined ? undefined : (JSON.parse(form) as NonNullable<Conversation['visitor']>['form']);
  const visitor = answers === undefined ? was.visitor : { form: answers, context: was.visitor?.context ?? null };
  const changedAt = Date.parse(was.updatedAt);
  const updatedAt = new Date(changedAt >= now ? changedAt + 1 : now).toISOString();
  const assigned = { assignee, team, priority, snoozedUntil };
  const fields = {
    title,
    status,
    takenBy,
    waitingSince,
    ...assigned,
    tags,
    metadata,
    visitor,
    satisfaction,
    updatedAt,
  };
  const json = JSON.stringify({ ...was, ...fields });
  return { ...before, json, status, form: form ?? before.form, version: before.version + 1 };
}

import { type Actor, demand, type Principal } from '../../../access/actor.ts';
import { retryIfStale } from '../../../access/retry-stale.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { ConversationEntry, EntryData, NewEntry, NoteEvent } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import type { Actors } from '../entries/entries.ts';
import { mentionKind } from './mentions.ts';
import { type NoteChanges, type NoteDraft, noteBounds } from './schema.ts';
import * as store from './store.ts';

/** A change of a conversation by a note. The statements of `demands` come before it, and those along after it. */
interface ChangeByNote {
  readonly id: string;
  readonly type: NoteEvent;
  /** The ID of the note. */
  readonly note: string;
  readonly along: () => readonly Statement[];
  readonly demands?: () => readonly Statement[];
}

/** Dependencies of notes. */
export interface NoteNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'entry'): string;
  readonly enqueue: Enqueue;
  readonly actors: Actors;
  /** Returns the statement that writes an entry, after the change of its conversation. */
  enter(actor: Actor, entry: NewEntry): Statement;
  /** Gets a conversation that the actor may read. Throws `conversation_not_found` or `insufficient_role`. */
  getConversation(actor: Actor, id: string): Promise<{ readonly workspace: string }>;
  /** Changes a conversation by a note, with its event. Throws `conversation_not_found` or `insufficient_role`. */
  change(actor: Actor, change: ChangeByNote): Promise<unknown>;
  /** Returns the statement that throws `orElse` if one of some people is not a member of a workspace. */
  members(workspace: string, users: readonly string[], orElse: () => Error): Statement;
}

/** A note as an entry, and its workspace. */
export interface Noted {
  readonly entry: ConversationEntry;
  readonly workspace: string;
}

/** A note in its conversation. */
interface Target {
  readonly conversation: string;
  readonly note: string;
}

/** The error that a conversation doesn't exist, or is out of reach. */
export const noConversation = () => new AppError('conversation_not_found', 'The conversation does not exist.');

const failures = {
  notFound: () => new AppError('note_not_found', 'There is no such note.'),
  full: () =>
    new AppError('note_limit_reached', 'The conversation has 1,000 notes; more are not possible.', {
      hint: 'Change one of your notes.',
    }),
  notAuthor: () => new AppError('insufficient_role', 'Only its author can change a note.'),
  stale: () => new AppError('version_conflict', 'The note has been changed by another request.'),
  stranger: () =>
    invalid([{ path: 'mentions', message: 'must be members of this workspace; one has left or never was a member' }]),
} as const;

/** The person of a stored actor. */
const authorOf = (actor: string): string | undefined => (JSON.parse(actor) as { readonly user?: string }).user;

const iso = (time: number) => new Date(time).toISOString();

export type Notes = ReturnType<typeof createNotes>;

/** Private notes on conversations, which are entries. Also of closed conversations, and of those that another person has. */
export function createNotes(needs: NoteNeeds) {
  const { db, now, newId, actors, enqueue } = needs;

  /** Returns the statements that fail with `validation_failed` if a mentioned person is not a member. */
  const demandMembers = (workspace: string, users: readonly string[]): Statement[] =>
    users.length === 0 ? [] : [needs.members(workspace, users, failures.stranger)];

  /** Returns the statements that tell people of a note; its author knows it. */
  const tell = (
    actor: Principal,
    workspace: string,
    { users, ...of }: Target & { readonly users: readonly string[] },
  ) =>
    users
      .filter((user) => user !== actor.user.id)
      .map((user) => enqueue(workspace, { kind: mentionKind, payload: { ...of, user }, key: `${of.note} ${user}` }));

  /** Gets a note to change. Throws `note_not_found`, also for a deleted one. */
  const getTarget = async (actor: Principal, { conversation, note }: Target) => {
    const { workspace } = await needs.getConversation(actor, conversation);
    demand(actor, 'conversations:write', workspace);
    const found = await store.find(db, workspace, { conversation, note });
    const data = JSON.parse(found?.data ?? '{}') as EntryData;
    if (found === undefined || data.deletedAt !== undefined) throw failures.notFound();
    return { ...found, workspace, data, isOwn: authorOf(found.actor) === actor.user.id };
  };

  return {
    /** Writes a note. Throws `conversation_not_found`, `note_limit_reached`, or `validation_failed` for a stranger. */
    create: async (
      actor: Principal,
      { conversation, draft }: { readonly conversation: string; readonly draft: NoteDraft },
      along: Along<Noted> = nothingAlong,
    ): Promise<Noted> => {
      const { workspace } = await needs.getConversation(actor, conversation);
      const known = { id: newId('entry'), at: now() };
      const mentions = [...new Set(draft.mentions)];
      const data = { text: draft.text, mentions };
      const [shown] = await actors.shown([actors.text(actor)]);
      if (shown === undefined) throw new Error('An actor has no form.');
      const fields = { _id: known.id, conversation, type: 'noted', actor: shown } as const;
      const noted = { entry: { ...fields, data, createdAt: iso(known.at) }, workspace };
      await needs.change(actor, {
        ...{ id: conversation, type: 'conversation.noted', note: known.id },
        demands: () => [
          ...demandMembers(workspace, mentions),
          store.demandRoom(db, { conversation, most: noteBounds.ofConversation, orElse: failures.full }),
        ],
        along: () => [
          needs.enter(actor, { workspace, conversation, type: 'noted', data, known }),
          ...tell(actor, workspace, { conversation, note: known.id, users: mentions }),
          ...along(noted),
        ],
      });
      return noted;
    },

    /** Changes a note of one's own. Throws `insufficient_role` for that of another person. */
    update: (actor: Principal, { conversation, note }: Target, changes: NoteChanges): Promise<ConversationEntry> =>
      retryIfStale(undefined, async () => {
        const { workspace, data: before, version, isOwn, ...stored } = await getTarget(actor, { conversation, note });
        if (!isOwn) throw failures.notAuthor();
        const { text = before.text ?? '', mentions: named = before.mentions ?? [] } = changes;
        const mentions = [...new Set(named)];
        const data = { text, mentions, editedAt: iso(now()) };
        const added = mentions.filter((user) => before.mentions?.includes(user) !== true);
        const [shown] = await actors.shown([stored.actor]);
        if (shown === undefined) throw new Error('An actor has no form.');
        await needs.change(actor, {
          ...{ id: conversation, type: 'conversation.note_updated', note },
          // People who have left stay mentioned.
          demands: () => demandMembers(workspace, added),
          along: () => [
            store.change(db, workspace, {
              ...{ conversation, note, version, data: JSON.stringify(data), orElse: failures.stale },
            }),
            ...tell(actor, workspace, { conversation, note, users: added }),
          ],
        });
        return { _id: note, conversation, type: 'noted', actor: shown, data, createdAt: iso(stored.created_at) };
      }),

    /**
     * Deletes the text and the mentions of a note; that there was one stays. Only its author and those who administer
     * the workspace may.
     */
    remove: (actor: Principal, { conversation, note }: Target): Promise<void> =>
      retryIfStale(undefined, async () => {
        const { workspace, version, isOwn } = await getTarget(actor, { conversation, note });
        if (!isOwn) demand(actor, 'workspace:admin', workspace);
        const data = JSON.stringify({ text: '', mentions: [], deletedAt: iso(now()) });
        await needs.change(actor, {
          ...{ id: conversation, type: 'conversation.note_deleted', note },
          along: () => [store.change(db, workspace, { conversation, note, version, data, orElse: failures.stale })],
        });
      }),
  };
}

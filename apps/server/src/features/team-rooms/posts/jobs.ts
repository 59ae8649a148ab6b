import { SendFailure } from '../../../platforms/messenger.ts';
import type { PostedNotice, RoomNotice } from '../../../platforms/room.ts';
import { type Attempt, type Job, type JobEnd, JobFailure, job } from '../../../storage/jobs/kind.ts';
import type { ReadRow } from '../../../storage/tables.ts';
import { readRoom } from '../current-room.ts';
import type { RoomChannel, RoomNeeds, Seen } from '../needs.ts';
import * as rooms from '../store.ts';
import { tellBy } from '../threads/kind.ts';
import { type Shown, showBy, showKind } from './kind.ts';
import * as store from './store.ts';

/** For how long the place of a notice is known after it should be closed, in ms. */
const keptMs = 7 * 24 * 60 * 60_000;

/** For how long a thread is known after it last told something, in ms. */
export const threadMs = 30 * 24 * 60 * 60_000;

/** Delay behind the time at which a thing stops waiting, in ms. */
const afterMs = 1_000;

type Showing = Attempt<Shown>;
type Ending = JobEnd<Shown>;

/** Creates the job that posts notices in the room of a team, and changes them once they are decided. */
export function createPosts({ enqueue, ...needs }: RoomNeeds) {
  const { db, now, findChannel, subjects } = needs;
  const show = showBy(enqueue);

  /** A failure that stays is told in the settings of the room; another one is tried again. */
  const failed = (workspace: string, room: ReadRow<'team_rooms'>, error: unknown): Ending => {
    if (!(error instanceof SendFailure)) throw error;
    const effect = [rooms.note(db, workspace, { room, problem: error.message })];
    if (error.isFinal) return { effect };
    throw new JobFailure(error.message, { effect });
  };

  /** Begins a thread in place of earlier ones of its conversation. The visitor may have written meanwhile. */
  const begin = (workspace: string, id: string, conversation: string) => [
    store.endThreads(db, workspace, { conversation, but: id }),
    tellBy(enqueue)(workspace, id),
  ];

  /**
   * Posts a notice. If the process dies before its place is stored, another one is posted: its buttons name the thing,
   * so they work, too. Then it looks again, because the thing may have been decided meanwhile.
   */
  const post = async ({ workspace, payload, signal, toward }: Showing, seen: Seen): Promise<Ending> => {
    const current = await readRoom(needs, workspace, signal);
    if (current.state !== 'connected') return {};
    const { row: room, channel } = current;
    const notice = withHint(seen, channel.room);
    const posted = await toward(channel.id)(channel.room.post(notice, room.room, channel.context)).catch(
      (error: unknown) => failed(workspace, room, error),
    );
    if (!('remote' in posted)) return posted;
    const row = {
      ...{ id: payload.id, workspace_id: workspace, kind: payload.kind, channel_id: channel.id, ...posted },
      ...{ state: 'open', created_at: now(), ...threadOf(seen, now()) },
    };
    const movedTo = posted.room === room.room ? {} : { movedTo: posted.room };
    return {
      effect: [
        store.insert(db, row),
        ...(seen.thread === undefined ? [] : begin(workspace, payload.id, seen.thread.conversation)),
        rooms.note(db, workspace, { room, problem: null, ...movedTo }),
      ],
      next: payload,
    };
  };

  /** Replaces a notice by what it shows now. */
  const edit = async (
    { workspace, signal, toward }: Pick<Showing, 'workspace' | 'signal' | 'toward'>,
    { channel: id, ...place }: PostedNotice & { readonly channel: string },
    seen: Seen | undefined,
  ): Promise<void> => {
    const channel = await findChannel(workspace, id, signal);
    if (channel === undefined) return;
    await toward(id)(channel.room.edit(seen?.notice ?? gone, place, channel.context));
  };

  /** Takes the buttons of a notice away, unless its platform refuses that. */
  const close = async (
    attempt: Showing,
    posted: ReadRow<'team_room_posts'>,
    seen: Seen | undefined,
  ): Promise<Ending> => {
    const { channel_id: channel, room, remote } = posted;
    try {
      await edit(attempt, { channel, room, remote }, seen);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      if (!error.isFinal) throw new JobFailure(error.message);
    }
    return { effect: [store.close(db, attempt.workspace, posted.id)] };
  };

  const handle = async (attempt: Showing): Promise<Ending> => {
    const { workspace, payload } = attempt;
    const posted = await store.find(db, workspace, payload.id);
    if (posted?.state === 'closed') return {};
    const seen = await subjects[payload.kind].look(workspace, payload.id);
    if (seen?.isOpen !== true) return posted === undefined ? {} : close(attempt, posted, seen);
    if (posted === undefined) return post(attempt, seen);
    return seen.until === null ? {} : { effect: [show(workspace, payload, seen.until + afterMs)] };
  };

  return { edit, show, jobs: [job(showKind, handle)] satisfies readonly Job[] };
}

/** A notice, with how to answer in its thread. */
const withHint = ({ notice, thread }: Seen, { howToAnswer }: RoomChannel['room']): RoomNotice =>
  thread === undefined ? notice : { ...notice, notes: [...(notice.notes ?? []), [howToAnswer]] };

/** The place of a thread in its conversation, and for how long it is known. */
const threadOf = ({ until, thread }: Seen, now: number) => ({
  conversation_id: thread?.conversation ?? null,
  // Everything after that time is new.
  thread_version: thread === undefined ? null : 0,
  thread_at: thread?.since ?? null,
  expires_at: thread === undefined ? (until ?? now) + keptMs : now + threadMs,
});

/** A notice about something that was deleted. */
const gone = { title: ['This is no longer there.'] };

import { SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, type JobEnd, JobFailure, job } from '../../../storage/jobs/kind.ts';
import { hasRunningTwin } from '../../../storage/jobs/running/twins.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type CurrentRoom, readRoom } from '../current-room.ts';
import type { RoomChannel, RoomNeeds } from '../needs.ts';
import { threadMs } from '../posts/jobs.ts';
import { showBy } from '../posts/kind.ts';
import { find } from '../posts/store.ts';
import * as rooms from '../store.ts';
import { lookKind, tellBy, tellKind } from './kind.ts';
import { fitting, type Line, noticeOf } from './lines.ts';
import { createNews, type News, type NewsNeeds, type Thread } from './news.ts';
import * as store from './store.ts';

/** Threads that one look reads. */
const perLook = 500;

/** Time after which a job looks again whose thread another one tells, in ms. */
const besideMs = 250;

type Telling = Attempt<{ readonly post: string }>;
type Ending = JobEnd<{ post: string }>;
type Connected = Extract<CurrentRoom, { state: 'connected' }>;

/** Dependencies of threads. */
export interface ThreadNeeds extends RoomNeeds, NewsNeeds {
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
}

/**
 * Creates the jobs that tell threads what is new in their conversations. One job posts one message and stores how far it
 * tells, then goes on. If the process dies between both, that message comes twice.
 */
export function createTelling(needs: ThreadNeeds) {
  const { db, now, enqueue } = needs;
  const tell = tellBy(enqueue);
  const newsOf = createNews(needs);

  /** Ends a thread; its place stays known, so that an answer in it is refused with a reason. */
  const end = (workspace: string, id: string): Statement => store.advance(db, workspace, { id, thread_version: null });

  /** Stores how far a thread tells. */
  const advanced = (workspace: string, { post: row }: Thread, { version, lines: told }: News): Statement => {
    if (told.at(-1)?.isEnd === true) return end(workspace, row.id);
    const at = told.findLast((line) => line.at !== undefined)?.at ?? row.thread_at;
    const to = { thread_version: version, thread_at: at, expires_at: now() + threadMs };
    return store.advance(db, workspace, { id: row.id, ...to });
  };

  /** Posts lines into a thread; returns what to store. */
  const post = async (
    { toward }: Telling,
    { post: row, conversation }: Thread,
    { channel, lines }: { readonly channel: RoomChannel; readonly lines: readonly Line[] },
  ): Promise<readonly Statement[]> => {
    const notice = noticeOf(lines, `${needs.publicUrl}/conversations/${conversation}`);
    if (notice === undefined) return [];
    const place = { room: row.room, remote: row.remote };
    const posted = await toward(channel.id)(channel.room.tell(notice, place, channel.context));
    if (!channel.room.namesNearest) return [];
    const own = { id: `${row.id}.${posted.remote}`, state: 'told', created_at: now(), expires_at: now() + threadMs };
    return [store.insert(db, { ...row, ...own, ...posted, thread_version: null, thread_at: null })];
  };

  /** A failure that stays ends the thread and is told in the settings of the room; another one is tried again. */
  const failed = (workspace: string, { post: row }: Thread, error: unknown): Ending => {
    if (!(error instanceof SendFailure)) throw error;
    const room = { channel_id: row.channel_id, room: row.room };
    const effect = [rooms.note(db, workspace, { room, problem: error.message })];
    if (!error.isFinal) throw new JobFailure(error.message, { effect });
    return { effect: [...effect, end(workspace, row.id)] };
  };

  const threadOf = async (workspace: string, id: string): Promise<Thread | 'gone' | undefined> => {
    const found = await find(db, workspace, id);
    const conversation = found?.conversation_id ?? null;
    if (found === undefined || conversation === null || found.thread_version === null) return undefined;
    const { version } = (await store.findConversation(db, workspace, conversation)) ?? {};
    return version === undefined ? 'gone' : { post: found, conversation, version };
  };

  /** Tells what is new, as far as it fits into one message. */
  const tellNext = async (attempt: Telling, thread: Thread, { channel, row }: Connected): Promise<Ending> => {
    const { workspace, payload } = attempt;
    const news = await newsOf(workspace, thread);
    const lines = fitting(news.lines);
    const told = lines.length === news.lines.length ? news : { version: lines.at(-1)?.version ?? 0, lines };
    try {
      const posted = await post(attempt, thread, { channel, lines });
      const works = row.problem === null ? [] : [rooms.note(db, workspace, { room: row, problem: null })];
      const effect = [...posted, ...(lines.length === 0 ? [] : works), advanced(workspace, thread, told)];
      const isOver = lines.at(-1)?.isEnd === true || told.version === thread.version;
      return { effect, ...(!isOver && { next: payload }) };
    } catch (error) {
      return failed(workspace, thread, error);
    }
  };

  const handle = async (attempt: Telling): Promise<Ending> => {
    const { id, workspace, payload, signal } = attempt;
    // Both would tell the same.
    if (await hasRunningTwin(db, id)) return { effect: [tell(workspace, payload.post, now() + besideMs)] };
    const thread = await threadOf(workspace, payload.post);
    if (thread === undefined) return {};
    if (thread === 'gone') {
      const shown = showBy(enqueue)(workspace, { kind: 'conversation', id: payload.post });
      return { effect: [end(workspace, payload.post), shown] };
    }
    const current = await readRoom(needs, workspace, signal);
    if (current.row?.channel_id !== thread.post.channel_id || current.row.room !== thread.post.room)
      return { effect: [end(workspace, payload.post)] };
    // It goes on once the room works again.
    return current.state === 'connected' ? tellNext(attempt, thread, current) : {};
  };

  const look = async ({ payload }: Attempt<{ after?: string }>): Promise<JobEnd<{ after?: string }>> => {
    const found = await store.threadsAfter(db, payload.after ?? '', perLook);
    const effect = found.filter(({ isBehind }) => isBehind).map(({ workspace, id }) => tell(workspace, id));
    const last = found.at(-1);
    return { effect, ...(found.length === perLook && last && { next: { after: `${last.workspace} ${last.id}` } }) };
  };

  return [job(tellKind, handle), job(lookKind, look, { pattern: '* * * * *', payload: {} })] satisfies readonly Job[];
}

import { SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, type JobEnd, JobFailure, job } from '../../../storage/jobs/kind.ts';
import { hasRunningTwin } from '../../../storage/jobs/running/twins.ts';
import type { Statement } from '../../../storage/unit.ts';
import { readRoom } from '../current-room.ts';
import type { RoomChannel, RoomNeeds } from '../needs.ts';
import { threadMs } from '../posts/jobs.ts';
import { showBy } from '../posts/kind.ts';
import { find } from '../posts/store.ts';
import * as rooms from '../store.ts';
import { partsOf } from '../subjects/waiting-id.ts';
import { lookKind, tellBy, tellKind } from './kind.ts';
import { entryLine, fitting, type Line, lineOf, noticeOf } from './lines.ts';
import { isFromThread } from './origin.ts';
import * as store from './store.ts';

/** Threads that one look reads. */
const perLook = 500;

/** Time after which a job looks again whose thread another one tells, in ms. */
const besideMs = 250;

type Telling = Attempt<{ readonly post: string }>;
type Ending = JobEnd<{ post: string }>;

/** Dependencies of threads. */
export interface ThreadNeeds extends RoomNeeds {
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** The name of a person. */
  nameOfPerson(id: string): Promise<string | undefined>;
}

/** What happened in a conversation, up to a version of it. */
interface News {
  readonly version: number;
  readonly lines: readonly Line[];
}

/** A thread, and the conversation that it tells of. */
interface Thread {
  readonly post: store.Post;
  readonly conversation: string;
  readonly version: number;
}

/**
 * Creates the jobs that tell threads what is new in their conversations. One job posts one message and stores how far it
 * tells, then goes on. If the process dies between both, that message comes twice.
 */
export function createTelling(needs: ThreadNeeds) {
  const { db, now, enqueue, nameOfPerson } = needs;
  const tell = tellBy(enqueue);

  const personOf = async (actor: string): Promise<string | undefined> => {
    const { user } = JSON.parse(actor) as { readonly user?: string };
    return user === undefined ? undefined : ((await nameOfPerson(user)) ?? 'a former member');
  };

  /** The name of an author, on one line. */
  const authorOf = async ({ role, author }: store.TellableMessage): Promise<string> => {
    if (role === 'user') return 'Visitor';
    const name = author === null ? undefined : await nameOfPerson(author);
    return (name ?? 'Team').replace(/\s+/g, ' ').slice(0, 100).toWellFormed();
  };

  /** What happened since the thread was told, in order, up to its end. The notice itself shows who took it first. */
  const newsOf = async (workspace: string, { post, conversation, version: latest }: Thread): Promise<News> => {
    const told = Number(post.thread_version);
    const entries = await store.entriesAfter(db, workspace, { conversation, after: partsOf(post.id).since });
    const messages = await store.messagesAfter(db, workspace, { conversation, after: Number(post.thread_at) });
    const isFull = messages.length === store.perLook;
    const version = isFull ? Math.min(latest, Number(messages.at(-1)?.revision)) : latest;
    const firstTaken = entries.find(({ type }) => type === 'taken');
    const lines: Line[] = [];
    for (const entry of entries) {
      const isNew = Number(entry.version) > told && Number(entry.version) <= version;
      if (isNew && entry !== firstTaken) lines.push(entryLine(entry, await personOf(entry.actor)));
    }
    for (const message of messages) {
      if (Number(message.revision) > version) continue;
      const line = lineOf(message, await authorOf(message));
      const { text: _, ...silent } = line;
      lines.push(isFromThread(message.client, post.id) ? silent : line);
    }
    lines.sort((one, other) => one.version - other.version);
    const end = lines.findIndex(({ isEnd }) => isEnd);
    return { version, lines: end === -1 ? lines : lines.slice(0, end + 1) };
  };

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
    const { row, ...current } = await readRoom(needs, workspace, signal);
    if (row?.channel_id !== thread.post.channel_id || row.room !== thread.post.room)
      return { effect: [end(workspace, payload.post)] };
    // It goes on once the room works again.
    if (current.state !== 'connected') return {};
    const news = await newsOf(workspace, thread);
    const lines = fitting(news.lines);
    const told = lines.length === news.lines.length ? news : { version: lines.at(-1)?.version ?? 0, lines };
    try {
      const effect = await post(attempt, thread, { channel: current.channel, lines });
      const isOver = lines.at(-1)?.isEnd === true || told.version === thread.version;
      return { effect: [...effect, advanced(workspace, thread, told)], ...(!isOver && { next: payload }) };
    } catch (error) {
      return failed(workspace, thread, error);
    }
  };

  const look = async ({ payload }: Attempt<{ after?: string }>): Promise<JobEnd<{ after?: string }>> => {
    const found = await store.threadsAfter(db, payload.after ?? '', perLook);
    const effect = found.filter(({ isBehind }) => isBehind).map(({ workspace, id }) => tell(workspace, id));
    const last = found.at(-1);
    return { effect, ...(found.length === perLook && last && { next: { after: `${last.workspace} ${last.id}` } }) };
  };

  return [job(tellKind, handle), job(lookKind, look, { pattern: '* * * * *', payload: {} })] satisfies readonly Job[];
}

import type { Database } from '../../../storage/database.ts';
import { partsOf } from '../subjects/waiting-id.ts';
import { entryLine, type Line, lineOf } from './lines.ts';
import { isFromThread } from './origin.ts';
import * as store from './store.ts';

/** Dependencies of reading what is new. */
export interface NewsNeeds {
  readonly db: Database;
  /** The name of a person. */
  nameOfPerson(id: string): Promise<string | undefined>;
}

/** A thread, and the conversation that it tells of, at a version. */
export interface Thread {
  readonly post: store.Post;
  readonly conversation: string;
  readonly version: number;
}

/** The news of a conversation, up to a version of it. */
export interface News {
  readonly version: number;
  readonly lines: readonly Line[];
}

/** Lines up to the end of a thread, in order. */
function upToEnd(lines: readonly Line[]): readonly Line[] {
  const sorted = lines.toSorted((one, other) => one.version - other.version);
  const end = sorted.findIndex(({ isEnd }) => isEnd);
  return end === -1 ? sorted : sorted.slice(0, end + 1);
}

/** Creates the function that reads what happened since a thread was told, in order, up to its end. */
export function createNews({ db, nameOfPerson }: NewsNeeds) {
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

  /** The lines of messages. Messages from the thread itself have no text. */
  const linesOf = (messages: readonly store.TellableMessage[], post: string): Promise<readonly Line[]> =>
    Promise.all(
      messages.map(async (message) => {
        const { text, ...silent } = lineOf(message, await authorOf(message));
        return isFromThread(message.client, post) ? silent : { ...silent, text: text ?? '' };
      }),
    );

  return async (workspace: string, { post, conversation, version: latest }: Thread): Promise<News> => {
    const told = Number(post.thread_version);
    const entries = await store.entriesAfter(db, workspace, { conversation, after: partsOf(post.id).since });
    const messages = await store.messagesAfter(db, workspace, { conversation, after: Number(post.thread_at) });
    const isFull = messages.length === store.perLook;
    const version = isFull ? Math.min(latest, Number(messages.at(-1)?.revision)) : latest;
    // The notice itself shows the first person who took it.
    const firstTaken = entries.find(({ type }) => type === 'taken');
    const fresh = entries.filter(
      (entry) => entry !== firstTaken && Number(entry.version) > told && Number(entry.version) <= version,
    );
    const marks = await Promise.all(fresh.map(async (entry) => entryLine(entry, await personOf(entry.actor))));
    const said = await linesOf(
      messages.filter(({ revision }) => Number(revision) <= version),
      post.id,
    );
    return { version, lines: upToEnd([...said, ...marks]) };
  };
}

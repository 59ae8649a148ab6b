import type { Actor } from '../../../access/actor.ts';
import type { ConversationEntry, EntryQuery, NewEntry } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import type { Row } from '../../../storage/sql/page.ts';
import type { Condition, Statement } from '../../../storage/unit.ts';
import * as store from './store.ts';

/** Rows of a page of `ofConversation`. */
const pageRows = 100;

/** Actors, as they are stored and as the API shows them. */
export interface Actors {
  text(actor: Actor): string;
  /** With their present names, in the order of the texts. */
  shown(texts: readonly string[]): Promise<readonly ConversationEntry['actor'][]>;
}

/** Dependencies of entries. */
export interface EntryNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'entry'): string;
  readonly actors: Actors;
}

/** A conversation in its workspace. */
interface Place {
  readonly workspace: string;
  readonly conversation: string;
}

/** The entries of conversations: writes them with each change, and reads them with the present names of actors. */
export function createEntries({ db, now, newId, actors }: EntryNeeds) {
  /** Gives the actors of entries the form of the API. */
  const named = async (texts: readonly string[]): Promise<string[]> => {
    const entries = texts.map((text) => JSON.parse(text) as ConversationEntry);
    const shown = await actors.shown(entries.map(({ actor }) => JSON.stringify(actor)));
    return entries.map((entry, index) => JSON.stringify({ ...entry, actor: shown[index] }));
  };

  /** The same in rows that are all shown. */
  const namedRows = async <Named extends { readonly json: string | null }>(rows: readonly Named[]) => {
    const texts = await named(rows.map(({ json }) => json ?? '{}'));
    return rows.map((row, index) => ({ ...row, json: texts[index] ?? '{}' }));
  };

  return {
    enter: (
      actor: Actor,
      { workspace, conversation, type, data = {}, known }: NewEntry,
      when?: Condition,
    ): Statement => {
      const { id, at } = known ?? { id: newId('entry'), at: now() };
      const row = {
        ...{ id, workspace_id: workspace, conversation_id: conversation, type, created_at: at },
        ...{ actor: actors.text(actor), data: JSON.stringify(data) },
      };
      return store.insert(db, row, when);
    },

    page: (
      { workspace, conversation, types }: Place & { readonly types?: readonly string[] | undefined },
      query: EntryQuery,
    ): Promise<string> => {
      const scan = { account: workspace, narrow: 'Leave out includeTotal.' };
      const also = (_: Database, rows: readonly Row[]) => namedRows(rows);
      return store.list.read(db, { reach: [workspace], filters: { conversation, types }, scan, also }, query);
    },

    inSpan: async (span: store.Span, asker: Asker) => {
      const { rows, more } = await store.findInSpan(db, span, asker);
      return { rows: await namedRows(rows), more };
    },

    having: store.withEntries,

    async *ofConversation(
      reader: Database,
      { workspace, conversation, asker }: Place & { readonly asker: Asker },
    ): AsyncGenerator<readonly string[]> {
      let after: Row | undefined;
      const what = { reach: [workspace], filters: { conversation, types: undefined }, asker };
      do {
        const rows = await store.list.rows(reader, what, { sort: 'createdAt', limit: pageRows, after });
        const page = rows.slice(0, pageRows);
        yield await named(page.map(({ json }) => json ?? '{}'));
        after = rows.length > pageRows ? page.at(-1) : undefined;
      } while (after !== undefined);
    },
  };
}

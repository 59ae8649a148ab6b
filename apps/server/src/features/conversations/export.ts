import { type Options, stringify } from 'csv-stringify/sync';
import type { Reach } from '../../access/actor.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { maxPage } from '../../schemas/lists.ts';
import type { Database } from '../../storage/database.ts';
import type { Row } from '../../storage/sql/page.ts';
import { readable } from './access.ts';
import * as lists from './list-store.ts';
import type { Message } from './messages/schema.ts';
import * as messages from './messages/store.ts';
import type { Conversation, ExportQuery } from './schema.ts';
import { filtersOf } from './service.ts';

/** What an export is made with. */
interface Source {
  readonly db: Database;
  readonly reach: Reach;
  readonly filters: lists.Filters;
}

export type Exports = ReturnType<typeof createExports>;

/** Writes conversations out with their messages, a page at a time: whatever their number, few are in memory. */
export const createExports = (db: Database) => ({
  write: async ({ principal }: Caller, query: ExportQuery): Promise<Answer<never>> => {
    const source = { db, reach: readable(principal, query.workspaceId), filters: filtersOf(query) };
    const isCsv = query.format === 'csv';
    return {
      text: {
        contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
        fileName: `conversations.${query.format}`,
        parts: isCsv ? csv(source) : jsonLines(source),
      },
    };
  },
});

/** The pages of conversations, the oldest first. */
async function* conversationPages({ db, reach, filters }: Source): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined;
  do {
    const rows: Row[] = await lists.list(db, reach, { sort: 'createdAt', limit: maxPage, after, filters });
    yield rows.slice(0, maxPage);
    after = rows.length > maxPage ? rows[maxPage - 1] : undefined;
  } while (after !== undefined);
}

/** The pages of a conversation's messages, the oldest first. */
async function* messagePages({ db }: Source, workspace: string, conversation: string): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined;
  do {
    const page = { conversation, sort: 'createdAt', limit: maxPage, after } as const;
    const rows: Row[] = await messages.list(db, workspace, page);
    yield rows.slice(0, maxPage);
    after = rows.length > maxPage ? rows[maxPage - 1] : undefined;
  } while (after !== undefined);
}

async function* jsonLines(source: Source): AsyncGenerator<string> {
  for await (const page of conversationPages(source)) {
    for (const { id, json } of page) {
      const { workspace } = JSON.parse(json) as Conversation;
      yield `${json.slice(0, -1)},"messages":[`;
      let comma = '';
      for await (const rows of messagePages(source, workspace, id)) {
        if (rows.length > 0) yield comma + rows.map((row) => row.json).join(',');
        comma = ',';
      }
      yield ']}\n';
    }
  }
}

const ofConversation = ['_id', 'agent', 'workspace', 'channel', 'userId', 'title', 'status', 'rating'] as const;
const ofMessage = [
  '_id',
  'createdAt',
  'role',
  'author',
  'status',
  'content',
  'model',
  'feedback',
  'feedbackComment',
] as const;

/**
 * RFC 4180. A field that a spreadsheet would read as a formula is prefixed with an apostrophe: visitors write some of
 * this text, and members open it. A line break alone is quoted, too, which a `record_delimiter` would turn off.
 */
const csvOptions: Options = { record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true };

async function* csv(source: Source): AsyncGenerator<string> {
  const head = [...ofConversation.map((name) => `conversation.${name}`), ...ofMessage.map((name) => `message.${name}`)];
  yield stringify([head], csvOptions);
  for await (const page of conversationPages(source)) {
    for (const { id, json } of page) {
      const conversation = JSON.parse(json) as Conversation;
      const common = ofConversation.map((name) => conversation[name]);
      for await (const rows of messagePages(source, conversation.workspace, id)) {
        const fields = rows.map((row) => {
          const message = JSON.parse(row.json) as Message;
          return [...common, ...ofMessage.map((name) => message[name])];
        });
        yield stringify(fields, csvOptions);
      }
    }
  }
}

import type { Message } from '../../../replies/schemas/message.ts';
import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { ConversationEntry } from '../../../schemas/entries.ts';
import { maxPage } from '../../../schemas/lists.ts';
import type { Database } from '../../../storage/database.ts';
import { pageOf, type Row } from '../../../storage/sql/page.ts';
import { csvOf } from '../../../text/csv/csv.ts';
import type { Entries } from '../entries/needs.ts';
import { list as conversations, exportSort } from '../lists/list-store.ts';
import type { select } from '../lists/selection.ts';
import { list as messages } from '../messages/list-store.ts';
import type { ExportQuery } from './export-schema.ts';

/** The conversations to export. */
type Selection = ReturnType<typeof select>;

/** The source of an export. */
type Source = Selection & { readonly db: Database; readonly entries: Pick<Entries, 'having' | 'ofConversation'> };

/** An export as a file whose text is generated while it is read. */
export interface ExportFile {
  readonly contentType: string;
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

/** Exports conversations with their messages, page by page: memory stays bounded. Each page is a scan. */
export function exportConversations(source: Source, format: ExportQuery['format']): ExportFile {
  const isCsv = format === 'csv';
  return {
    contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
    fileName: `conversations.${format}`,
    parts: isCsv ? csv(source) : jsonLines(source),
  };
}

/**
 * Bounds of one read, in rows and bytes. An export holds such a page of conversations, one of messages and the text of
 * the latter: together fewer bytes than a page of a list may have.
 */
const exportPage = { limit: maxPage, bytes: 1024 * 1024 } as const;

type Shown = Row & { readonly json: string };

/** The rows of a list in pages, in order; `read` reads those after a row, one more than a page holds. */
async function* pages(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<readonly Shown[]> {
  let after: Row | undefined;
  do {
    const { shown, next } = pageOf(exportPage.limit, await read(after));
    yield shown;
    after = next;
  } while (after !== undefined);
}

const asScan = { ...exportPage, isScan: true } as const;

const conversationPages = ({ db, ...selection }: Source) =>
  pages((after) => conversations.rows(db, selection, { sort: exportSort(selection.filters), ...asScan, after }));

const messagePages = ({ db, asker }: Source, workspace: string, conversation: string) => {
  const ofConversation = { reach: [workspace], filters: { conversation }, asker };
  return pages((after) => messages.rows(db, ofConversation, { sort: 'createdAt', ...asScan, after }));
};

async function* jsonLines(source: Source): AsyncGenerator<string> {
  const { db, entries } = source;
  for await (const page of conversationPages(source)) {
    const having = await entries.having(
      db,
      page.map(({ id }) => id),
    );
    for (const { id, json } of page) {
      const { workspace } = JSON.parse(json) as Conversation;
      yield `${json.slice(0, -1)},"messages":[`;
      let comma = '';
      for await (const rows of messagePages(source, workspace, id)) {
        if (rows.length > 0) yield comma + rows.map((row) => row.json).join(',');
        comma = ',';
      }
      yield '],"entries":[';
      if (having.has(id)) yield* entriesJson(source, workspace, id);
      yield ']}\n';
    }
  }
}

async function* entriesJson({ db, entries, asker }: Source, workspace: string, conversation: string) {
  let comma = '';
  for await (const page of entries.ofConversation(db, { workspace, conversation, asker })) {
    yield comma + page.join(',');
    comma = ',';
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

/** Columns that came later: behind all others, so that these keep their places. As JSON, as `message.fallbacks` after them. */
const ofConversationAsJson = ['tags', 'metadata', 'visitor'] as const;

const csvHead = (): string =>
  csvOf([
    [
      ...ofConversation.map((name) => `conversation.${name}`),
      ...ofMessage.map((name) => `message.${name}`),
      ...ofConversationAsJson.map((name) => `conversation.${name}`),
      'message.fallbacks',
      'conversation.satisfaction',
    ],
  ]);

/** The rows of messages of one conversation. */
function csvRows(conversation: Conversation, rows: readonly Message[]): string {
  const common = ofConversation.map((name) => conversation[name]);
  const asJson = ofConversationAsJson.map((name) => conversation[name] && JSON.stringify(conversation[name]));
  const fields = rows.map((message) => [
    ...common,
    ...ofMessage.map((name) => message[name]),
    ...asJson,
    JSON.stringify(message.fallbacks),
    conversation.satisfaction && JSON.stringify(conversation.satisfaction),
  ]);
  return csvOf(fields);
}

async function* csv(source: Source): AsyncGenerator<string> {
  yield csvHead();
  for await (const page of conversationPages(source)) {
    for (const { id, json } of page) {
      const conversation = JSON.parse(json) as Conversation;
      for await (const rows of messagePages(source, conversation.workspace, id)) {
        yield csvRows(
          conversation,
          rows.map((row) => JSON.parse(row.json) as Message),
        );
      }
    }
  }
}

/** Examples of an export of one conversation with one message, by media type; for the API document. */
export const exportExamples = (
  conversation: () => Conversation,
  message: () => Message,
  entry: () => ConversationEntry,
) => ({
  'application/jsonl': () => `${JSON.stringify({ ...conversation(), messages: [message()], entries: [entry()] })}\n`,
  'text/csv': () => csvHead() + csvRows(conversation(), [message()]),
});

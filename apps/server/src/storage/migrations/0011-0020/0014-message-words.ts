import { CompiledQuery } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Compilable } from '../../unit.ts';
import type { Migration } from '../migration.ts';

/** Queues every message of the database; replies that are being written are queued at their end. */
export const queueMessages = `insert into messages_to_index (message_id)
  select id from messages where content <> '' and id not in (select turn from conversations where turn is not null)`;

/**
 * The index of the words in messages, and the queue of those that aren't in it yet. Triggers fill the queue, in the
 * unit of work of the message; a job empties it. Foreign keys empty both with the messages: see decision 0035.
 */
export const messageWords: Migration = {
  name: '0014-message-words',
  up: (_query, engine: Engine) => {
    const statements = engine === 'sqlite' ? sqlite : postgres;
    return [...statements, queueMessages].map((text): Compilable => ({ compile: () => CompiledQuery.raw(text) }));
  },
};

const isNew = "when new.status <> 'streaming' and new.content <> ''";
const hasEnded = "when old.status = 'streaming' and new.status <> 'streaming' and new.content <> ''";

const queueRow = 'insert into messages_to_index (message_id) values (new.id)';

const sqlite = [
  `create table message_words (
    id integer primary key,
    message_id text not null unique references messages (id) on delete cascade,
    workspace_id text not null,
    conversation_id text not null
  )`,
  // Words only, without their places: a third of the size. The tokenizer divides at spaces and changes nothing else.
  `create virtual table message_words_index using fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`,
  `create trigger message_words_removed after delete on message_words
    begin delete from message_words_index where rowid = old.id; end`,
  'create table messages_to_index (message_id text not null primary key references messages (id) on delete cascade) without rowid',
  `create trigger messages_to_index_added after insert on messages ${isNew} begin ${queueRow}; end`,
  `create trigger messages_to_index_ended after update of status on messages ${hasEnded} begin ${queueRow}; end`,
];

const postgres = [
  `create table message_words (
    message_id text collate "C" not null primary key references messages (id) on delete cascade,
    workspace_id text collate "C" not null,
    conversation_id text collate "C" not null,
    words tsvector not null
  )`,
  // Without a pending list: every search would read all of it.
  'create index message_words_by_word on message_words using gin (words) with (fastupdate = off)',
  'create table messages_to_index (message_id text collate "C" not null primary key references messages (id) on delete cascade)',
  `create function messages_to_index_add() returns trigger language plpgsql as $$
begin
  ${queueRow};
  return null;
end $$`,
  `create trigger messages_to_index_added after insert on messages
    for each row ${isNew.replace('when ', 'when (')}) execute function messages_to_index_add()`,
  `create trigger messages_to_index_ended after update of status on messages
    for each row ${hasEnded.replace('when ', 'when (')}) execute function messages_to_index_add()`,
];

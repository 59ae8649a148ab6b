import { createList } from '../../../storage/sql/list.ts';
import { octets } from '../../../storage/sql/octets.ts';
import { messageJson } from './store.ts';

interface Filters {
  readonly conversation: string;
}

/** The messages of a conversation, in pages. */
export const list = createList({
  table: 'messages',
  sorts: { createdAt: 'created_at' },
  json: messageJson,
  // A text of 100,000 characters, and parts of 300,000; a character can take six bytes in JSON.
  maxRowBytes: 3_000_000,
  octets: (of) => octets(of.ref('content'), of.ref('parts')),
  areInOrder: () => true,
  mayScan: () => false,
  where: (_db, of, { conversation }: Filters) => [of('conversation_id', '=', conversation)],
});

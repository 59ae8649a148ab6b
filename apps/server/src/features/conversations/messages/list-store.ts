import { createList } from '../../../storage/sql/list.ts';
import { messageJson } from './store.ts';

interface Filters {
  readonly conversation: string;
}

/** The messages of a conversation, in pages. */
export const list = createList({
  table: 'messages',
  sorts: { createdAt: 'created_at' },
  json: messageJson,
  areInOrder: () => true,
  where: (_db, of, { conversation }: Filters) => [of('conversation_id', '=', conversation)],
});

import { failures } from './failures.ts';
import type { StoredConversation } from './store.ts';

/** Has an answer about a conversation that is kept for an `Idempotency-Key` deleted with the conversation. */
export const keptWith = (conversation: string) => ({
  keptWith: { conversation, onMissing: failures.noConversation },
});

/** The answer that shows a conversation. */
export const stored = ({ id, json, version }: Pick<StoredConversation, 'id' | 'json' | 'version'>) => ({
  json,
  version,
  ...keptWith(id),
});

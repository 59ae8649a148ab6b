import { failures } from './failures.ts';
import type { StoredConversation } from './store.ts';

/** Binds a stored response to its conversation: it is deleted with it, and needs the right to write there. */
export const keptWith = ({ id, workspace }: Pick<StoredConversation, 'id' | 'workspace'>) => ({
  keptWith: { conversation: id, onMissing: failures.noConversation },
  right: { permission: 'conversations:write', workspace } as const,
});

/** The response that contains a conversation. */
export const stored = (conversation: Pick<StoredConversation, 'id' | 'workspace' | 'json' | 'version'>) => ({
  json: conversation.json,
  version: conversation.version,
  ...keptWith(conversation),
});

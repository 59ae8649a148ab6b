import type { ListedConversation } from '@parley/sdk';
import type { Core } from './core.ts';
import type { Session } from './session.ts';
import type { History } from './state.ts';
import type { Kept } from './storage.ts';

/** Conversations of a page. */
const pageSize = 20;

async function readPage(session: Session, limit: number, cursor?: string | null): Promise<History> {
  const query = `limit=${limit}&sort=-lastMessageAt${cursor == null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const { items, nextCursor } = await session.ask({ path: `/api/conversations?${query}` });
  return {
    items: Array.isArray(items) ? (items as ListedConversation[]) : [],
    cursor: typeof nextCursor === 'string' ? nextCursor : null,
  };
}

/**
 * Notes whether there are conversations beside the current one. A visitor who is new here has none, so the service
 * isn't asked.
 */
export async function noteOthers(core: Core, session: Session): Promise<void> {
  const { conversation, startedOver } = session.kept;
  if (conversation === null && !startedOver && !session.verified) return;
  const { items } = await readPage(session, 2).catch(() => ({ items: [] }));
  if (core.session === session && items.some(({ _id }) => _id !== core.conversation)) core.update({ hasOthers: true });
}

/** Shows the first page of the list, or adds the next one. Rejects with a `ChatError`. */
export async function readHistory(core: Core, session: Session): Promise<void> {
  const { history: before } = core.state;
  const page = await readPage(session, pageSize, before?.cursor);
  if (core.session !== session || core.state.history !== before) return;
  // One that has moved up since the former page is there already.
  const known = new Set(before?.items.map(({ _id }) => _id));
  const items = [...(before?.items ?? []), ...page.items.filter(({ _id }) => !known.has(_id))];
  core.update({ history: { items, cursor: page.cursor } });
}

/** True if a conversation has a message that came after the visitor had read it on this device. */
export function isUnread({ _id: id, lastMessage }: ListedConversation, { readUntil, conversation }: Kept): boolean {
  const read = readUntil[id];
  if (lastMessage === null || read === undefined || id === conversation) return false;
  return lastMessage.role !== 'user' && lastMessage.createdAt > read;
}

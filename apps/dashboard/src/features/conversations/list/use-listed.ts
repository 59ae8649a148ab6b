import type { ListedConversation, Page } from '@parley/sdk';
import { useStore } from '../../../ui/loading/store.ts';
import { hiddenConversations } from '../bulk/hidden.ts';

/** The conversations of the loaded pages and their total, without those that are being deleted. */
export function useListed(pages: readonly Page<ListedConversation>[] | undefined) {
  const hidden = useStore(hiddenConversations);
  const loaded = pages?.flatMap(({ items }) => items);
  const conversations = loaded?.filter(({ _id }) => !hidden.has(_id));
  const total = pages?.[0]?.total;
  const missing = (loaded?.length ?? 0) - (conversations?.length ?? 0);
  return { conversations, total: total === undefined ? undefined : total - missing };
}

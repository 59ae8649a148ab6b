import type { Conversation, Message } from '@parley/sdk';
import { useEffect } from 'react';
import { markRead } from '../../api/reads.ts';
import { useVisible } from '../../ui/focus/use-visible.ts';

/** Marks a conversation as read up to its latest shown message, while the page is visible. Trials are never unread. */
export function useReadMark({ _id, playground }: Conversation, shown: readonly Message[] | undefined): void {
  const isVisible = useVisible();
  const latest = shown?.at(-1)?.createdAt;
  useEffect(() => {
    if (isVisible && !playground && latest !== undefined) void markRead(_id, latest);
  }, [_id, playground, latest, isVisible]);
}

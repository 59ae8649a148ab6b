import { useEffect } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepPresence } from '../../../api/queries/presence.ts';
import { useVisible } from '../../../ui/focus/use-visible.ts';
import { typedAt } from './typing.ts';

/** Interval between signs in ms: each counts for 15 s. The user types for as long after a key. */
const interval = 5_000;

/** Tells that the user looks at a conversation, and types in it, while the page is visible. */
export function useSigns(id: string): void {
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    let told = false;
    const tell = (typing: boolean, here: boolean) => {
      told = typing;
      const sent = callApi((client) => client.conversations.presence(id, { typing, here }));
      // A lost sign is followed by the next one.
      sent.then((presence) => here && keepPresence(presence)).catch(() => undefined);
    };
    const isTyping = () => Date.now() - typedAt.get() < interval;
    const leave = typedAt.subscribe(() => isTyping() !== told && tell(isTyping(), true));
    const timer = setInterval(() => tell(isTyping(), true), interval);
    tell(isTyping(), true);
    return () => {
      clearInterval(timer);
      leave();
      tell(false, false);
    };
  }, [id, isVisible]);
}

import type { ListedConversation } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMe } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { userName } from '../details/user-name.ts';
import { previewWords } from '../list/preview-words.ts';
import { watchWaiting } from './lead.ts';
import { playSound } from './sound.ts';
import { waitingWish } from './wish.ts';

/** Max notifications that are shown at once. */
const atOnce = 3;

/** Tells the user that a conversation of the workspace waits, in the chosen ways, on whatever page is open. */
export function WaitingWatch({ workspaceId }: { workspaceId: string }) {
  const { user } = useMe();
  const navigate = useNavigate();
  const open = useRef((_id: string) => {});
  open.current = (conversationId) => void navigate({ to: paths.conversation, params: { conversationId } });
  useEffect(() => {
    const leaving = new AbortController();
    const tell = (waiting: readonly ListedConversation[]) => {
      const { sound, notification } = waitingWish.get();
      if (sound) void playSound().catch(() => undefined);
      if (notification) for (const each of waiting.slice(0, atOnce)) notify(each, () => open.current(each._id));
    };
    watchWaiting({ workspaceId, me: user._id, tell }, leaving.signal);
    return () => leaving.abort();
  }, [workspaceId, user._id]);
  return null;
}

/** Shows a notification of the browser; a click on it opens the conversation. */
function notify({ _id, title, userId, takenBy, lastMessage }: ListedConversation, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const words = `${userName(userId) ?? 'Somebody'} waits for ${takenBy === null ? 'a person' : 'you'}`;
  try {
    const notification = new Notification(words, {
      body: lastMessage === null ? title : previewWords(lastMessage),
      tag: `parley-${_id}`,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
  } catch {
    // Some browsers of phones show notifications of installed apps only.
  }
}

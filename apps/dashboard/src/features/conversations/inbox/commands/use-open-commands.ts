import { useHotkeys } from '@mantine/hooks';
import type { Conversation, ListedConversation } from '@parley/sdk';
import { useContext, useEffect } from 'react';
import { isUnread } from '../../../../api/reads.ts';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { notedConversation } from '../../notes/note-mode.ts';
import type { Picked } from '../../pick/choices.ts';
import { suggestWish } from '../../suggest/suggest-wish.ts';
import type { useActions } from '../../use-conversation.ts';
import { InboxContext } from '../inbox-context.ts';
import { isGoing } from './key-rules.ts';
import { type OpenCommand, openCommands } from './open-commands.ts';
import { undoLast } from './undo.ts';

interface OpenConversation {
  readonly conversation: Conversation;
  readonly mayWrite: boolean;
  readonly actions: ReturnType<typeof useActions>;
  /** Shows the details and focuses their field of tags. */
  readonly editTags: () => void;
  /** Opens a list to choose from. */
  readonly pick: (what: Picked) => void;
}

/** Offers the commands of the open conversation by keys and in the palette. Returns the one that closes and goes on. */
export function useOpenCommands(open: OpenConversation): { closeAndNext: () => void } {
  const inbox = useContext(InboxContext);
  const { conversation, mayWrite, actions, editTags, pick } = open;
  const { _id, status } = conversation;
  const closeAndNext = () => {
    const next = neighbour(inbox.conversations, _id);
    actions.change('close', { onSuccess: () => inbox.open(next) });
  };
  const nextUnread = () => {
    const next = nextUnreadAfter(inbox.conversations, _id);
    if (next === undefined) toastDone('No other loaded conversation is unread.');
    else inbox.open(next);
  };
  const writing = [
    status !== 'closed' &&
      conversation.takenBy === null &&
      command(['Take over', 'assign me'], 'T', () => actions.change('takeOver', { onSuccess: focusReplySoon })),
    status === 'human' && command(['Give back to the agent', 'release return'], 'B', actions.giveBack),
    status === 'human' && command(['Reply', 'write answer'], 'R', reply),
    status === 'human' && command(['Draft a reply', 'suggest write agent'], 'D', () => suggestWish.set('reply')),
    status === 'human' && command(['Sum up', 'summary recap'], 'S', () => suggestWish.set('summary')),
    status !== 'closed' && command(['Close and open the next', 'done resolve'], 'E', closeAndNext),
    status !== 'closed' && command(['Close', 'done resolve'], 'shift+E', () => actions.change('close')),
    status === 'closed' && command(['Reopen', 'open'], 'O', () => actions.change('reopen')),
    command(['Write a private note', 'comment mention colleague'], 'N', () => notedConversation.set(_id)),
    command(['Assign…', 'person team responsible'], 'A', () => pick('assignee')),
    command(['Priority…', 'urgent high low'], 'P', () => pick('priority')),
    status !== 'closed' && command(['Rest…', 'snooze later remind'], 'H', () => pick('rest')),
    command(['Tag…', 'label'], 'L', editTags),
    command(['Undo the last action', 'revert'], 'Z', undoLast),
  ];
  const commands = [
    ...(mayWrite ? writing.filter((each) => each !== false) : []),
    command(['Next unread', 'new'], 'shift+J', nextUnread),
  ];
  useHotkeys(commands.map(({ hotkey, run }) => [hotkey, (event) => !isGoing(event) && !isOverlaid() && run()]));
  useEffect(() => openCommands.set(commands));
  useEffect(() => () => openCommands.set([]), []);
  return { closeAndNext };
}

const command = (
  [label, also]: readonly [label: string, also: string],
  hotkey: string,
  run: () => void,
): OpenCommand => ({ ...{ label, hotkey, run }, also: `${also} conversation` });

/** True while a dialog or a menu is open over the page. */
const isOverlaid = () => document.querySelector('[role="dialog"]:not([hidden]), [role="menu"]') !== null;

const focusReply = () => document.querySelector<HTMLElement>('[data-reply] textarea')?.focus();

/** The field takes the place of that of a note. */
function reply(): void {
  notedConversation.set(undefined);
  focusReplySoon();
}

/** The field comes with the takeover. */
function focusReplySoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(focusReply));
}

/** The conversation after this one, or the one before the last. */
function neighbour<Listed extends { readonly _id: string }>(list: readonly Listed[], id: string): Listed | undefined {
  const at = list.findIndex(({ _id }) => _id === id);
  return at === -1 ? list[0] : (list[at + 1] ?? list[at - 1]);
}

/** The first unread conversation after this one; from the end of the list it goes on at its start. */
function nextUnreadAfter(list: readonly ListedConversation[], id: string): ListedConversation | undefined {
  const at = list.findIndex(({ _id }) => _id === id);
  return [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0))].find(isUnread);
}

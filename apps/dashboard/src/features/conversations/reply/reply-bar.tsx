import { Button } from '@mantine/core';
import type { Conversation } from '@parley/sdk';
import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { useStore } from '../../../ui/loading/store.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { isWaiting } from '../badges/status.tsx';
import { useMemberName } from '../badges/use-member-name.ts';
import { notedConversation } from '../notes/note-mode.ts';
import type { useActions } from '../use-conversation.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import css from './reply-bar.module.css';
import { ReplyComposer } from './reply-composer.tsx';

const NoteComposer = lazyNamed(() => import('../notes/note-composer.tsx').then((module) => module.NoteComposer));

/**
 * The bar below the messages: who replies, and what the user can do about it. During a takeover it holds the composer.
 */
export function ReplyBar(props: {
  conversation: Conversation;
  mayWrite: boolean;
  actions: ReturnType<typeof useActions>;
}) {
  const { conversation, mayWrite, actions } = props;
  const { change, changing } = actions;
  const memberName = useMemberName(conversation.workspace);
  const focus = useKeptFocus(`${conversation.status} ${conversation.turn === null} ${changing}`);
  const button = (kind: Parameters<typeof change>[0], label: string, variant: 'default' | 'filled' = 'default') =>
    mayWrite && (
      <Button size="xs" variant={variant} loading={changing === kind} onClick={() => change(kind)}>
        {label}
      </Button>
    );
  const noting = useNote(conversation, mayWrite);
  if (conversation.status === 'human') {
    const waits = isWaiting(conversation);
    const taker = memberName(conversation.takenBy);
    const taken = `${taker} took over. The agent does not reply.`;
    return (
      <div className={css['bar']} data-reply data-notes={mayWrite || undefined} {...focus}>
        <Line text={waits ? waiting : taken} mayWrite={mayWrite} tone={waits ? 'waiting' : 'person'}>
          {noting.button}
          {button('release', 'Give back to the agent')}
          {waits && button('takeOver', 'Take over', 'filled')}
        </Line>
        {actions.undelivered !== undefined && (
          <div role="alert" className={css['undelivered']}>
            <Icon name="warning" />
            <span>Not sent: {actions.undelivered.message}</span>
          </div>
        )}
        {noting.field}
        {mayWrite && noting.field === undefined && (
          <ReplyComposer key={conversation._id} conversation={conversation} onSend={actions.reply} />
        )}
      </div>
    );
  }
  const isAnswering = conversation.turn !== null;
  return (
    <div className={css['bar']} data-notes={mayWrite || undefined} {...focus}>
      {conversation.status === 'closed' ? (
        <Line text="This conversation is closed. It accepts no messages." mayWrite={mayWrite}>
          {noting.button}
          {button('reopen', 'Reopen')}
        </Line>
      ) : (
        <Line text={isAnswering ? 'The agent is replying.' : 'The agent replies here.'} mayWrite={mayWrite}>
          {noting.button}
          {isAnswering && button('cancel', 'Stop the reply')}
          {button('takeOver', 'Take over', 'filled')}
        </Line>
      )}
      {noting.field}
    </div>
  );
}

/** The button that opens the field of a private note, and the field if it is open; both only for those who may write. */
function useNote(conversation: Conversation, mayWrite: boolean) {
  const { _id } = conversation;
  const isOpen = useStore(notedConversation) === _id;
  if (!mayWrite) return {};
  const button = (
    <Button
      size="xs"
      variant={isOpen ? 'light' : 'default'}
      aria-pressed={isOpen}
      onClick={() => notedConversation.set(isOpen ? undefined : _id)}
    >
      Note
    </Button>
  );
  if (!isOpen) return { button };
  const field = (
    <Suspense>
      <NoteComposer key={_id} conversation={conversation} />
    </Suspense>
  );
  return { button, field };
}

const waiting = 'This conversation waits for a person. The agent does not reply.';

function Line(props: { text: string; mayWrite: boolean; tone?: 'person' | 'waiting'; children: ReactNode }) {
  const { text, mayWrite, tone, children } = props;
  return (
    <div className={css['line']} data-tone={tone}>
      {tone !== undefined && <Icon name={tone === 'person' ? 'person' : 'warning'} size={14} />}
      <span role="status" className={css['text']}>
        {text}
        {!mayWrite && ' Your role here can read conversations but not take part in them.'}
      </span>
      {children}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { Conversation } from '@parley/sdk';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useMe } from '../../../api/workspace.ts';
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
  const me = useMe();
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
    const isHeld = conversation.takenBy !== null && conversation.takenBy !== me.user._id;
    return (
      <div className={css['bar']} data-reply data-notes={mayWrite || undefined} {...focus}>
        <TakenLine {...{ waits, isHeld, mayWrite, actions }} taker={memberName(conversation.takenBy)}>
          {noting.button}
        </TakenLine>
        {actions.undelivered !== undefined && (
          <div role="alert" className={css['undelivered']}>
            <Icon name="warning" />
            <span>Not sent: {actions.undelivered.message}</span>
          </div>
        )}
        {noting.field}
        {mayWrite && !isHeld && noting.field === undefined && (
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

/** The person who has the conversation, and the ways to change that; or the question before it is given back. */
function TakenLine(props: {
  waits: boolean;
  /** True if another person has the conversation. */
  isHeld: boolean;
  taker: string;
  mayWrite: boolean;
  actions: ReturnType<typeof useActions>;
  children: ReactNode;
}) {
  const { waits, isHeld, taker, mayWrite, actions, children } = props;
  const { change, changing, giveBack } = actions;
  if (actions.isAsking) return <GiveBackQuestion actions={actions} />;
  const text = waits ? waiting : `${taker} took over. The agent does not reply.`;
  return (
    <Line text={text} mayWrite={mayWrite} tone={waits ? 'waiting' : 'person'}>
      {children}
      {mayWrite && (
        <Button size="xs" variant="default" loading={changing === 'release'} onClick={giveBack}>
          Give back to the agent
        </Button>
      )}
      {mayWrite && (waits || isHeld) && (
        <Button size="xs" loading={changing === 'takeOver'} onClick={() => change('takeOver')}>
          {isHeld ? `Take over from ${taker === 'A member' ? 'them' : taker}` : 'Take over'}
        </Button>
      )}
    </Line>
  );
}

/** Asks whether the agent answers the last message. It takes the focus, also if a key gave the conversation back. */
function GiveBackQuestion({ actions }: { actions: ReturnType<typeof useActions> }) {
  const { change, changing, keep } = actions;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <Line text="Shall the agent answer the last message?" mayWrite tone="person">
      <Button size="xs" variant="subtle" onClick={keep}>
        Cancel
      </Button>
      <Button size="xs" variant="default" loading={changing === 'release'} onClick={() => change('release')}>
        Only give back
      </Button>
      <Button size="xs" ref={first} loading={changing === 'answer'} onClick={() => change('answer')}>
        Let it answer
      </Button>
    </Line>
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

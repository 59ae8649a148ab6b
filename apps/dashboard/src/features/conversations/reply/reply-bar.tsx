import { Button } from '@mantine/core';
import type { Conversation } from '@parley/sdk';
import type { ReactNode } from 'react';
import { useMe } from '../../../api/workspace.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { isWaiting } from '../badges/status.tsx';
import { useMemberName } from '../badges/use-member-name.ts';
import type { useActions } from '../use-conversation.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import css from './reply-bar.module.css';
import { ReplyComposer } from './reply-composer.tsx';

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
  if (conversation.status === 'human') {
    const waits = isWaiting(conversation);
    const taker = memberName(conversation.takenBy);
    const taken = `${taker} took over. The agent does not reply.`;
    const isHeld = conversation.takenBy !== null && conversation.takenBy !== me.user._id;
    return (
      <div className={css['bar']} data-reply {...focus}>
        <Line text={waits ? waiting : taken} mayWrite={mayWrite} tone={waits ? 'waiting' : 'person'}>
          {button('release', 'Give back to the agent')}
          {isHeld
            ? button('takeOver', `Take over from ${taker === 'A member' ? 'them' : taker}`, 'filled')
            : waits && button('takeOver', 'Take over', 'filled')}
        </Line>
        {actions.undelivered !== undefined && (
          <div role="alert" className={css['undelivered']}>
            <Icon name="warning" />
            <span>Not sent: {actions.undelivered.message}</span>
          </div>
        )}
        {mayWrite && !isHeld && (
          <ReplyComposer key={conversation._id} conversation={conversation} onSend={actions.reply} />
        )}
      </div>
    );
  }
  const isAnswering = conversation.turn !== null;
  return (
    <div className={css['bar']} {...focus}>
      {conversation.status === 'closed' ? (
        <Line text="This conversation is closed. It accepts no messages." mayWrite={mayWrite}>
          {button('reopen', 'Reopen')}
        </Line>
      ) : (
        <Line text={isAnswering ? 'The agent is replying.' : 'The agent replies here.'} mayWrite={mayWrite}>
          {isAnswering && button('cancel', 'Stop the reply')}
          {button('takeOver', 'Take over', 'filled')}
        </Line>
      )}
    </div>
  );
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

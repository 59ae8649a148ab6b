import type { Message } from '@parley/sdk';
import { ChatError } from './client.ts';
import { contextOf } from './context.ts';
import type { Core } from './core.ts';
import { noticeOf } from './notice.ts';
import { newOutgoing, type Outgoing, ship } from './outbox.ts';
import { visitorChanged } from './session.ts';
import { canSend } from './state.ts';
import { withMessage } from './transcript.ts';

/** Functions that sending messages needs. */
interface Needs {
  follow(conversation: string): void;
  startOver(): void;
  /** Handles a failure that ends the chat; returns false for any other failure. */
  fail(error: unknown): boolean;
}

/** Sends messages, and keeps those that have not arrived. */
export interface Delivery {
  send(content: string): void;
  resend(key: string): void;
  deliver(outgoing: Outgoing): Promise<void>;
  /** Forgets the messages that turned out to be stored. */
  settle(keys: ReadonlySet<string | null>): void;
}

/** Creates the delivery of a chat. */
export function createDelivery(core: Core, { follow, startOver, fail }: Needs): Delivery {
  const set = (outgoing: readonly Outgoing[]) => {
    core.update({ outgoing });
    core.session?.keep({ unsent: outgoing.map(({ key, content, conversation }) => ({ key, content, conversation })) });
  };
  const remove = (key: string) => set(core.state.outgoing.filter((each) => each.key !== key));
  const replace = (next: Outgoing) => set(core.state.outgoing.map((each) => (each.key === next.key ? next : each)));

  const arrived = ({ key }: Outgoing, target: string | null, message: Message) => {
    remove(key);
    core.listener.onMessage(message);
    // The visitor may have started over meanwhile.
    if (core.conversation !== target) return;
    core.update({ transcript: withMessage(core.state.transcript, message) });
    if (target !== null) return;
    core.session?.keep({ conversation: message.conversation });
    core.session?.keepSeen(message);
    follow(message.conversation);
  };
  const deliver = async (outgoing: Outgoing): Promise<void> => {
    const { session, conversation, visiting } = core;
    if (session === undefined) return;
    const { signal } = visiting;
    const onConnection = (isConnected: boolean) => core.update({ isConnected });
    try {
      const target = outgoing.conversation ?? conversation;
      const message = await ship(
        { ...outgoing, conversation: target },
        { session, signal, context: contextOf(core.context), onConnection },
      );
      if (signal.aborted) return;
      arrived(outgoing, target, message);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ChatError)) throw error;
      failed(outgoing, error);
    }
  };

  const send = (content: string) => {
    if (core.session === undefined || !canSend(core.state, content)) return;
    const outgoing = newOutgoing(content, core.conversation);
    // A suggestion, or a text of the page, leaves the visitor's own draft.
    const draft = core.state.draft === content ? '' : core.state.draft;
    core.update({ notice: undefined, draft, announcement: '' });
    core.session.keep({ draft });
    set([...core.state.outgoing, outgoing]);
    void deliver(outgoing);
  };

  /** Outcomes of a message that the service refused, by error code; after any other code it can be sent again. */
  const outcomes: Readonly<Record<string, (outgoing: Outgoing) => void>> = {
    conversation_not_found: ({ content }) => {
      startOver();
      send(content);
    },
    conversation_closed: ({ key, content }) => {
      remove(key);
      const { conversation } = core.state.transcript;
      const closed = conversation && { ...conversation, status: 'closed' as const };
      const draft = joined(core.state.draft, content);
      core.update({ transcript: { ...core.state.transcript, conversation: closed }, draft });
      core.session?.keep({ draft });
    },
  };
  const failed = (outgoing: Outgoing, error: ChatError) => {
    const outcome = outcomes[error.code];
    if (outcome !== undefined) return outcome(outgoing);
    replace({ ...outgoing, state: 'failed' });
    if (fail(error)) {
      // It was the former visitor's: the next one decides whether to send it.
      if (error.code === visitorChanged) core.update({ draft: joined(core.state.draft, outgoing.content) });
      return;
    }
    if (error.status === 0) return;
    core.listener.onError(error.code, error.message);
    core.update({ notice: noticeOf(error, core.state.settings.texts) });
  };

  return {
    send,
    deliver,
    resend: (key) => {
      const found = core.state.outgoing.find((each) => each.key === key);
      if (found === undefined) return;
      const outgoing: Outgoing = { ...found, state: 'sending' };
      core.update({ notice: undefined });
      replace(outgoing);
      void deliver(outgoing);
    },
    settle: (keys) => {
      const { outgoing } = core.state;
      if (outgoing.some(({ key }) => keys.has(key))) set(outgoing.filter(({ key }) => !keys.has(key)));
    },
  };
}

/** Both texts: neither is lost. */
const joined = (draft: string, content: string) => (draft === '' ? content : `${content}\n${draft}`);

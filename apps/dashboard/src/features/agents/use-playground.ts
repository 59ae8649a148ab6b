import type { Agent, Message, TrialSettings } from '@parley/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { forgetConversationLists } from '../../api/conversation-queries.ts';
import { toastProblem } from '../../ui/toast.ts';
import { mergeMessages } from '../chat/turn-events.ts';
import { type OpenStream, useTurn } from '../chat/use-turn.ts';
import type { AgentValues } from './agent-form.tsx';

/** The fields that an answer follows from, and how people call them. */
const fieldNames = { systemPrompt: 'system prompt', model: 'model', temperature: 'temperature' } as const;
const fields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];

/** Marks the conversations of the playground among the others. */
const metadata = { playground: true };

export type Playground = ReturnType<typeof usePlayground>;

/** Talks with an agent as the form has it, saved or not, in a conversation that is stored like any other. */
export function usePlayground(agent: Agent, values: AgentValues) {
  const turn = useTurn();
  const [past, setPast] = useState<readonly Message[]>([]);
  const messages = useMemo(() => mergeMessages(past, turn.messages), [past, turn.messages]);
  const conversationId = messages[0]?.conversation;
  const changed = fields.filter((field) => values[field] !== agent[field]);
  const settings = Object.fromEntries(changed.map((field) => [field, values[field]])) as TrialSettings;
  const trial = changed.length > 0 && { settings };

  const run = async (open: OpenStream) => {
    setPast(messages);
    const { isTaken } = await turn.run(open);
    forgetConversationLists();
    return isTaken;
  };
  const stop = useStop(turn);
  return {
    messages,
    conversationId,
    isRunning: turn.isRunning,
    problem: turn.problem,
    /** What is tried without being saved, in words. */
    tried: changed.map((field) => fieldNames[field]),
    /** Resolves with whether the service took the message. */
    send: (message: string) => {
      const place = conversationId === undefined ? { metadata } : { conversationId };
      return run((client, options) => client.agents.stream(agent._id, { message, ...place, ...trial }, options));
    },
    retry: ({ _id }: Message) => run((client, options) => client.messages.retryStream(_id, { ...trial }, options)),
    stop,
    /** Forgets the conversation, which stays among the others. */
    startOver: () => {
      if (turn.isRunning) stop();
      turn.clear();
      setPast([]);
    },
  };
}

/**
 * Gives what stops the answer. Before anything of it has come there is nothing to cancel yet, so that waits for the
 * answer to begin; who presses again meanwhile no longer waits for it.
 */
function useStop({ messages, isRunning, clear }: ReturnType<typeof useTurn>): () => void {
  const isWanted = useRef(false);
  const last = messages.at(-1);
  const answering = isRunning && last?.role === 'assistant' ? last.conversation : undefined;
  useEffect(() => {
    if (isWanted.current && answering !== undefined) cancel(answering);
    if (!isRunning || answering !== undefined) isWanted.current = false;
  }, [isRunning, answering]);
  return () => {
    if (answering !== undefined) cancel(answering);
    else if (isWanted.current) clear();
    else isWanted.current = true;
  };
}

const cancel = (conversation: string) =>
  void callApi((client) => client.conversations.cancel(conversation)).catch(toastProblem);

import type { Agent, Message, TrialSettings } from '@parley/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { forgetConversationLists } from '../../../api/queries/conversation-queries.ts';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { mergeMessages } from '../../chat/turn-events.ts';
import { type OpenStream, useTurn } from '../../chat/use-turn.ts';
import type { AgentValues } from '../agent-form.tsx';
import { useUnfinished } from '../use-unfinished.ts';

/** The fields that affect a reply, with their names in a sentence. */
const fieldNames = { systemPrompt: 'system prompt', model: 'model', temperature: 'temperature' } as const;
const fields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];

export type Playground = ReturnType<typeof usePlayground>;

/** Runs a conversation with an agent as the form has it, saved or not. The conversation is stored like any other. */
export function usePlayground(agent: Agent, values: AgentValues) {
  const turn = useTurn();
  const [past, setPast] = useState<readonly Message[]>([]);
  const merged = useMemo(() => mergeMessages(past, turn.messages), [past, turn.messages]);
  const messages = useUnfinished(merged, turn.isRunning, (message) => setPast((old) => mergeMessages(old, [message])));
  const conversationId = messages[0]?.conversation;
  const changed = fields.filter((field) => values[field] !== agent[field]);
  const settings = Object.fromEntries(changed.map((field) => [field, values[field]])) as TrialSettings;
  const trial = changed.length > 0 && { settings };

  const run = async (open: OpenStream) => {
    setPast(merged);
    const isTaken = await turn.run(open);
    forgetConversationLists();
    return isTaken;
  };
  const stop = useStop(turn);
  return {
    messages,
    conversationId,
    isRunning: turn.isRunning,
    problem: turn.problem,
    /** The fields with unsaved values, by name. */
    tried: changed.map((field) => fieldNames[field]),
    /** Resolves to whether the service accepted the message. */
    send: (message: string) => {
      const place = conversationId === undefined ? { playground: true } : { conversationId };
      return run((client, options) => client.agents.stream(agent._id, { message, ...place, ...trial }, options));
    },
    retry: ({ _id }: Message) => run((client, options) => client.messages.retryStream(_id, { ...trial }, options)),
    stop,
    /** Clears the playground; the conversation stays stored. */
    startOver: () => {
      if (turn.isRunning) stop();
      turn.clear();
      setPast([]);
    },
  };
}

/**
 * Returns the function that stops the reply. A reply that has not started cannot be cancelled yet, so the first call
 * cancels it once it starts; a second call stops waiting for it.
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

import type { SuggestionParams } from '@parley/sdk';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { toastProblem } from '../../../ui/toasts/toast.ts';

/** A text that an agent writes for the user. Only one is written at a time. */
export interface Suggesting {
  readonly isRunning: boolean;
  /** Has it written. `onText` gets the text so far. Resolves to true if it is complete. */
  start(params: SuggestionParams, onText: (text: string) => void): Promise<boolean>;
  /** Ends it; the text so far stays. */
  stop(): void;
}

/** Streams texts of the agent for a conversation. Leaving the page ends what is being written. */
export function useSuggestion(conversation: string): Suggesting {
  const [isRunning, setRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const stop = () => controller.current?.abort();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written belongs to one conversation.
  useEffect(() => stop, [conversation]);

  const start = async (params: SuggestionParams, onText: (text: string) => void): Promise<boolean> => {
    stop();
    const own = new AbortController();
    controller.current = own;
    setRunning(true);
    let text = '';
    try {
      await callApi(async (client) => {
        for await (const event of client.conversations.suggestStream(conversation, params, { signal: own.signal })) {
          if (event.type === 'suggestion.failed') throw new Error(event.error);
          if (event.type !== 'suggestion.delta') continue;
          text += event.text;
          onText(text);
        }
      });
      return true;
    } catch (error) {
      if (!own.signal.aborted) toastProblem(error);
      return false;
    } finally {
      if (controller.current === own) setRunning(false);
    }
  };
  return { isRunning, start, stop };
}

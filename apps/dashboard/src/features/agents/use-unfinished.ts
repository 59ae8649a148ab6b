import { APIConnectionError, type Message } from '@parley/sdk';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { noteFailure, serviceAnswers } from '../../api/connection.ts';

/** Intervals between looks at a reply, in ms: while the service writes it, and while it waits for a person. */
const lookInterval = { streaming: 1_000, requires_action: 3_000 } as const;

type Unfinished = keyof typeof lookInterval;
const isUnfinished = (status: Message['status']): status is Unfinished => status in lookInterval;

/** Result of a reply if its stream was lost and nothing is known of it yet. */
const lost = {
  status: 'failed',
  error: {
    code: 'connection_lost',
    message: 'The connection was lost while this reply was being written. It continues here once the server is back.',
  },
} as const;

/**
 * The messages of a turn. A reply that waits for an approval or for code is read until it has ended. One whose stream
 * was lost does not seem to be written for ever. Once the service
 * is reachable, the reply is read until it has ended; `keep` takes each state of it.
 */
export function useUnfinished(
  messages: readonly Message[],
  isRunning: boolean,
  keep: (message: Message) => void,
): readonly Message[] {
  const last = messages.at(-1);
  const unfinished = !isRunning && last !== undefined && isUnfinished(last.status) ? last._id : undefined;
  const [written, setWritten] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look for each reply; what takes its states is not stable.
  useEffect(() => {
    if (unfinished === undefined) return;
    const leaving = new AbortController();
    void follow(unfinished, leaving.signal, (message) => {
      setWritten(message._id);
      keep(message);
    });
    return () => leaving.abort();
  }, [unfinished]);
  if (last?.status !== 'streaming' || unfinished === undefined || written === unfinished) return messages;
  return [...messages.slice(0, -1), { ...last, ...lost }];
}

/** Reads a reply until it has ended, the service refuses that, or the signal is aborted. */
async function follow(id: string, signal: AbortSignal, take: (message: Message) => void): Promise<void> {
  let interval: number = lookInterval.streaming;
  while (!signal.aborted) {
    await serviceAnswers();
    try {
      const message = await callApi((client) => client.messages.retrieve(id, { signal }));
      if (signal.aborted) return;
      take(message);
      if (!isUnfinished(message.status)) return;
      interval = lookInterval[message.status];
    } catch (error) {
      noteFailure(error);
      if (!(error instanceof APIConnectionError)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

import type { Message, MessageStream, Parley } from '@parley/sdk';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { noteFailure } from '../../api/connection.ts';
import { advance } from './turn-events.ts';

/** Opens a stream: of a sent message or a retried reply. */
export type OpenStream = (client: Parley, options: { signal: AbortSignal }) => MessageStream;

/** The state of one turn. */
export interface Turn {
  /** The sent message and the reply, in order; the last one grows while `isRunning`. */
  readonly messages: readonly Message[];
  readonly isRunning: boolean;
  /**
   * Why the turn could not be started or read. A failed reply is not a problem here: its message carries the reason.
   */
  readonly problem: unknown;
}

const nothing: Turn = { messages: [], isRunning: false, problem: undefined };

/**
 * Streams one turn at a time into a page and renders at most once per frame. `run` resolves when the turn ends or the
 * stream is lost, to whether the service accepted the request; a new turn replaces the previous one. `clear` stops
 * reading; the reply continues on the server.
 */
export function useTurn() {
  const [turn, setTurn] = useState(nothing);
  const listening = useRef<AbortController>(undefined);
  useEffect(() => () => listening.current?.abort(), []);

  const run = useCallback(async (open: OpenStream): Promise<boolean> => {
    listening.current?.abort();
    const controller = new AbortController();
    listening.current = controller;
    const show = (next: Turn) => {
      if (!controller.signal.aborted) setTurn(next);
    };
    show({ ...nothing, isRunning: true });
    const shown = showEachFrame((messages) => show({ messages, isRunning: true, problem: undefined }));
    let messages: readonly Message[] = [];
    try {
      await callApi(async (client) => {
        for await (const event of open(client, { signal: controller.signal })) {
          messages = advance(messages, event);
          shown.next(messages);
        }
      });
      show({ messages, isRunning: false, problem: undefined });
    } catch (problem) {
      noteFailure(problem);
      show({ messages, isRunning: false, problem });
    } finally {
      shown.end();
    }
    return messages.length > 0;
  }, []);

  const clear = useCallback(() => {
    listening.current?.abort();
    setTurn(nothing);
  }, []);
  return useMemo(() => ({ ...turn, run, clear }), [turn, run, clear]);
}

/** Shows the latest state once per frame. */
function showEachFrame(show: (messages: readonly Message[]) => void) {
  let waiting: readonly Message[] | undefined;
  let frame = 0;
  const flush = () => {
    frame = 0;
    if (waiting !== undefined) show(waiting);
    waiting = undefined;
  };
  return {
    next: (messages: readonly Message[]) => {
      waiting = messages;
      if (frame === 0) frame = requestAnimationFrame(flush);
    },
    end: () => cancelAnimationFrame(frame),
  };
}

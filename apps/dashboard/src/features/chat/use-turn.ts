import type { Message, MessageStream, Parley } from '@parley/sdk';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { noteFailure } from '../../api/connection.ts';
import { advance } from './turn-events.ts';

/** Begins a stream: a message that is sent, an answer that is followed, one that is written again. */
export type OpenStream = (client: Parley, options: { signal: AbortSignal }) => MessageStream;

/** What is heard of a turn. */
export interface Turn {
  /** What was sent and what is answered, in order; the last one grows while `isRunning`. */
  readonly messages: readonly Message[];
  readonly isRunning: boolean;
  /** Why nothing could be sent or heard. An answer that failed is no problem: the message itself says why. */
  readonly problem: unknown;
}

/** What came of listening to a turn. */
export interface Heard {
  /** Whether the service took it at all. */
  readonly isTaken: boolean;
  /** Whether it was heard to its end. */
  readonly isWhole: boolean;
  /** Whether another one took its place meanwhile. */
  readonly isReplaced: boolean;
}

const nothing: Turn = { messages: [], isRunning: false, problem: undefined };

/**
 * Reads one turn at a time into what a page shows. What comes is shown once a frame, however many pieces it comes in.
 * `run` resolves at the turn's end or when no more of it is to be heard; a new one takes the place of the one before.
 * `clear` stops to listen; the answer itself is written on.
 */
export function useTurn() {
  const [turn, setTurn] = useState(nothing);
  const listening = useRef<AbortController>(undefined);
  useEffect(() => () => listening.current?.abort(), []);

  const run = useCallback(async (open: OpenStream): Promise<Heard> => {
    listening.current?.abort();
    const controller = new AbortController();
    listening.current = controller;
    const show = (next: Turn) => {
      if (!controller.signal.aborted) setTurn(next);
    };
    show({ ...nothing, isRunning: true });
    const shown = showEachFrame((messages) => show({ messages, isRunning: true, problem: undefined }));
    let messages: readonly Message[] = [];
    let isWhole = false;
    try {
      await callApi(async (client) => {
        for await (const event of open(client, { signal: controller.signal })) {
          messages = advance(messages, event);
          shown.next(messages);
        }
      });
      isWhole = true;
      show({ messages, isRunning: false, problem: undefined });
    } catch (problem) {
      noteFailure(problem);
      show({ messages, isRunning: false, problem });
    } finally {
      shown.end();
    }
    return { isTaken: messages.length > 0, isWhole, isReplaced: listening.current !== controller };
  }, []);

  const clear = useCallback(() => {
    listening.current?.abort();
    setTurn(nothing);
  }, []);
  return useMemo(() => ({ ...turn, run, clear }), [turn, run, clear]);
}

/** Shows the last of what came since the frame before. */
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

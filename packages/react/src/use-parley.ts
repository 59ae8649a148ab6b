'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { callFor, initialState, stateOf, subscribe } from './mounted.ts';
import type { ParleyAttributes, ParleyCalls, ParleyState } from './types.ts';

/**
 * Calls to the chat of a channel, and its state. Without a channel, they are those of the first chat that is mounted.
 * The functions stay the same from render to render. This mounts no chat: `ParleyChat` or `ParleyInline` does.
 */
export function useParley(channel?: string): ParleyCalls & ParleyState {
  const state = useSyncExternalStore(
    subscribe,
    () => stateOf(channel),
    () => initialState,
  );
  const calls = useMemo(() => callsOf(channel), [channel]);
  return useMemo(() => ({ ...calls, ...state }), [calls, state]);
}

const callsOf = (channel: string | undefined): ParleyCalls => ({
  open: () => callFor(channel, 'open'),
  close: () => callFor(channel, 'close'),
  toggle: () => callFor(channel, 'toggle'),
  send: (text: string) => callFor(channel, 'send', text),
  prefill: (text: string) => callFor(channel, 'prefill', text),
  set: (attributes: ParleyAttributes) => callFor(channel, 'set', attributes),
  setUser: (identity: string) => callFor(channel, 'setUser', identity),
  reset: () => callFor(channel, 'reset'),
});

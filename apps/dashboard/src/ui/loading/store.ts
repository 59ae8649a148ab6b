import { useSyncExternalStore } from 'react';

/** A value outside of React that components can subscribe to. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls the listener after each change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Creates a store. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The current value of a store. */
export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get);

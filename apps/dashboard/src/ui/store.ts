import { useSyncExternalStore } from 'react';

/** A value outside the components, which some of them follow. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after each change; gives what ends that. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store. */
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

/** The value of a store, followed. */
export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get);

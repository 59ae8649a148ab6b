/** Data of a channel in the host's storage, which may be blocked. */
export interface Memory {
  /** Notes that a conversation was had now. */
  remember(): void;
  /** Time since a conversation was last had here, in ms; infinite if it isn't stored. */
  age(): number;
  /** Sealed data of the visitor, which only the chat can read; undefined if nothing is stored. */
  kept(): string | undefined;
  /** Keeps other sealed data; empty for none. */
  keep(kept: string): void;
  forget(): void;
  /** True if a change in another tab is one of the sealed data. */
  concerns(event: StorageEvent): boolean;
}

/** The memory of a channel: two entries. */
export function createMemory(channel: string): Memory {
  const time = `parley:${channel}`;
  const sealed = `${time}:sealed`;
  const use = (method: 'getItem' | 'setItem' | 'removeItem', key: string, value = ''): string | undefined => {
    try {
      return localStorage[method](key, value) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const keep = (kept: string) => use(kept === '' ? 'removeItem' : 'setItem', sealed, kept);
  return {
    remember: () => use('setItem', time, `${Date.now()}`),
    age: () => Date.now() - (Number(use('getItem', time)) || Number.NEGATIVE_INFINITY),
    kept: () => use('getItem', sealed),
    keep,
    forget: () => {
      use('removeItem', time);
      keep('');
    },
    concerns: ({ key }) => key === sealed,
  };
}

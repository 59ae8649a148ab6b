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
  const attempt = <Result>(task: () => Result): Result | undefined => {
    try {
      return task();
    } catch {
      return undefined;
    }
  };
  const read = (key: string) => attempt(() => localStorage[key] as string | undefined);
  const write = (key: string, value: string) => attempt(() => localStorage.setItem(key, value));
  const remove = (key: string) => attempt(() => localStorage.removeItem(key));
  return {
    remember: () => write(time, `${Date.now()}`),
    age: () => Date.now() - (Number(read(time)) || Number.NEGATIVE_INFINITY),
    kept: () => read(sealed),
    keep: (kept) => (kept === '' ? remove(sealed) : write(sealed, kept)),
    forget: () => {
      remove(time);
      remove(sealed);
    },
    concerns: ({ key }) => key === sealed,
  };
}

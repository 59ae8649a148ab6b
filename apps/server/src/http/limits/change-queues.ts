/** Room for the reply of a change that is being made, in bytes: a long prompt as JSON. */
const reservedBytes = 512 * 1024;

/** Makes a change; resolves when its reply is written. */
type Change = () => Promise<void>;

/** The changes of one account. */
interface Line {
  running: number;
  readonly waiting: Change[];
}

/** The lines of changes, by account. */
export type ChangeQueues = ReturnType<typeof createChangeQueues>;

/**
 * Creates the lines of changes. Their replies are always sent, however much is unread, so an account makes only as many
 * changes at a time as leave room for their replies: 32 if nothing is unread. Others wait in line. `freeBytes` is what
 * an account's replies may still leave unread.
 */
export function createChangeQueues(freeBytes: (account: string) => number) {
  const lines = new Map<string, Line>();

  const mayStart = (account: string, { running }: Line) =>
    running === 0 || (running + 1) * reservedBytes <= freeBytes(account);

  const start = (account: string, line: Line, change: Change) => {
    line.running += 1;
    void change().finally(() => {
      line.running -= 1;
      while (line.waiting.length > 0 && mayStart(account, line)) {
        const next = line.waiting.shift();
        if (next !== undefined) start(account, line, next);
      }
      if (line.running === 0) lines.delete(account);
    });
  };

  return {
    /** Makes a change now, or calls `later` when those before it have made room. */
    run: (account: string, change: Change, later: Change): void => {
      const known = lines.get(account);
      const line = known ?? { running: 0, waiting: [] };
      if (known === undefined) lines.set(account, line);
      if (line.waiting.length === 0 && mayStart(account, line)) start(account, line, change);
      else line.waiting.push(later);
    },
  };
}

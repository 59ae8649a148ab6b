import { type SourceErrorCode, SourceFailure } from '../document.ts';

/** Max failures that are remembered; the oldest are forgotten first. */
const most = 1_000;

/** Failures that cost a process its time or its memory. */
const costly: ReadonlySet<SourceErrorCode> = new Set(['parse_timeout', 'too_complex']);

/** Input to read, its account, and the time from which earlier failures count. */
interface Read {
  readonly account: string;
  /** The format, and how it is read. */
  readonly how: string;
  readonly bytes: Uint8Array;
  /** Failures before this time don't count, in ms of `performance.now()`. */
  readonly since: number;
}

/** Content that took too much time or memory, so that the same bytes aren't read twice for an account. */
export interface CostlyFailures {
  /** The failure of an earlier reading. */
  find(read: Read): Promise<SourceFailure | undefined>;
  /** Remembers a failure if it was costly. */
  note(read: Read, error: unknown): Promise<void>;
}

/** Creates a memory of failures, which ends with this process. */
export function createCostlyFailures(): CostlyFailures {
  const failures = new Map<
    string,
    { readonly account: string; readonly at: number; readonly failure: SourceFailure }
  >();

  /** Accounts have separate keys, so that none learns what others have read. */
  const keyOf = async ({ account, how, bytes }: Read): Promise<string> => {
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
    return `${account} ${how} ${Buffer.from(hash).toString('base64')}`;
  };

  return {
    find: async (read) => {
      if (![...failures.values()].some(({ account }) => account === read.account)) return undefined;
      const found = failures.get(await keyOf(read));
      return found !== undefined && found.at >= read.since ? found.failure : undefined;
    },
    note: async (read, error) => {
      if (!(error instanceof SourceFailure) || !costly.has(error.code)) return;
      const key = await keyOf(read);
      failures.delete(key);
      failures.set(key, { account: read.account, at: performance.now(), failure: error });
      const [oldest] = failures.keys();
      if (failures.size > most && oldest !== undefined) failures.delete(oldest);
    },
  };
}

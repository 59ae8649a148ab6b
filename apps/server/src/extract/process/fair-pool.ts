import { SourceFailure } from '../document.ts';
import type { ProcessLimits } from '../limits.ts';

interface Waiting {
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

/** The work of one account: how much runs, and what waits. */
interface Line {
  busy: number;
  readonly waiting: Set<Waiting>;
}

/** Turns of accounts at the processes. */
export interface FairPool {
  /**
   * Resolves when the account has a process, which `leave` gives back. Rejects with the reason of the signal, or with a
   * `SourceFailure` if too much waits.
   */
  enter(account: string, signal: AbortSignal): Promise<void>;
  leave(account: string): void;
  /** Rejects what waits, and what comes. */
  close(reason: unknown): void;
}

/**
 * Creates the turns: round robin by account, one piece of work each. An account never has the last process, so that
 * others find one whatever its documents take; a single process is shared between documents.
 */
export function createFairPool({ processes, waiting: most }: Pick<ProcessLimits, 'processes' | 'waiting'>): FairPool {
  const share = Math.max(1, processes - 1);
  /** Accounts with work; the first one has the next turn. */
  const lines = new Map<string, Line>();
  let busy = 0;
  let closed: { readonly reason: unknown } | undefined;

  const lineOf = (account: string): Line => {
    const line = lines.get(account) ?? { busy: 0, waiting: new Set() };
    lines.set(account, line);
    return line;
  };

  /** Puts an account behind the others; one without work is forgotten. */
  const goBack = (account: string, line: Line): void => {
    lines.delete(account);
    if (line.busy > 0 || line.waiting.size > 0) lines.set(account, line);
  };

  /** The account whose turn it is: of those with the fewest processes the first one. */
  const first = (): readonly [string, Line] | undefined => {
    let found: readonly [string, Line] | undefined;
    for (const entry of lines) {
      const [, line] = entry;
      if (line.waiting.size > 0 && line.busy < (found?.[1].busy ?? share)) found = entry;
    }
    return found;
  };

  /** Gives free processes to accounts whose turn it is. */
  const advance = (): void => {
    while (busy < processes) {
      const found = first();
      const [turn] = found?.[1].waiting ?? [];
      if (found === undefined || turn === undefined) return;
      const [account, line] = found;
      line.busy += 1;
      busy += 1;
      turn.start();
      goBack(account, line);
    }
  };

  return {
    enter: (account, signal) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) return reject(closed.reason);
        if (signal.aborted) return reject(signal.reason);
        const line = lineOf(account);
        const remove = () => {
          line.waiting.delete(turn);
          signal.removeEventListener('abort', onAbort);
        };
        const turn: Waiting = {
          start: () => {
            remove();
            resolve();
          },
          fail: (reason) => {
            remove();
            if (line.busy === 0 && line.waiting.size === 0) lines.delete(account);
            reject(reason);
          },
        };
        const onAbort = () => turn.fail(signal.reason);
        if (line.waiting.size >= most) return reject(tooMany());
        signal.addEventListener('abort', onAbort);
        line.waiting.add(turn);
        advance();
      }),
    leave: (account) => {
      const line = lineOf(account);
      line.busy -= 1;
      busy -= 1;
      goBack(account, line);
      advance();
    },
    close: (reason) => {
      closed = { reason };
      for (const { waiting } of [...lines.values()]) for (const turn of [...waiting]) turn.fail(reason);
    },
  };
}

const tooMany = () =>
  new SourceFailure('internal_error', {
    message: 'Too many documents of the account wait to be read.',
    hint: 'Wait until other syncs of the account have ended, then sync the source again.',
  });

import type { KindCall, KindNeeds, KindOutput } from '../../../tools/kind.ts';
import { kindOf, type ToolType } from '../../../tools/kinds.ts';
import { failedCall } from './failed-call.ts';

/** A call to run, and the signal of the turn that makes it; none if no turn does. */
export interface ToRun {
  readonly type: ToolType;
  readonly call: Omit<KindCall, 'signal'>;
  readonly signal?: AbortSignal;
}

export type Runner = ReturnType<typeof createRunner>;

/**
 * Creates the function that runs a call within the time limit of its tool. A failure of the other server is an output;
 * a fault of ours and the end of the turn are thrown.
 */
export const createRunner =
  ({ outbound, now }: KindNeeds) =>
  async ({ type, call, signal: ofTurn }: ToRun): Promise<KindOutput> => {
    const { tool, name } = call;
    const timeout = AbortSignal.timeout(tool.timeoutMs);
    const signal = ofTurn === undefined ? timeout : AbortSignal.any([ofTurn, timeout]);
    try {
      return await kindOf(type).run({ outbound, now }, { ...call, signal });
    } catch (error) {
      ofTurn?.throwIfAborted();
      const output = failedCall(error, { name, tool, isLate: timeout.aborted });
      if (output === undefined) throw error;
      return output;
    }
  };

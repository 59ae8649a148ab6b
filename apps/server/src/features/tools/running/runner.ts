import type { KindCall, KindNeeds, KindOutput } from '../../../tools/kind.ts';
import { kindOf, type ToolType } from '../../../tools/kinds.ts';
import type { Accounts, AskingTool } from './accounts.ts';
import { failedCall } from './failed-call.ts';

/** A call to run, and the signal of the turn that makes it; none if no turn does. */
export interface ToRun {
  readonly type: ToolType;
  /** On whose behalf it runs: `none`, `workspace` or `end_user`. */
  readonly auth: string;
  readonly call: Omit<KindCall, 'signal'>;
  /** The conversation in which an agent calls; undefined if a member of the workspace tries the tool. */
  readonly talk?: AskingTool['talk'];
  readonly signal?: AbortSignal;
}

/** The outcome of a call, and the secrets that it was made with, which the caller masks. */
export type RanOutput = KindOutput & { readonly secrets: readonly string[] };

/** Dependencies of running calls. */
export type RunnerNeeds = KindNeeds & { readonly accounts: Accounts };

/**
 * Creates the function that runs a call within the time limit of its tool. A failure of the other server is an output;
 * a fault of ours and the end of the turn are thrown.
 */
export const createRunner =
  ({ outbound, now, accounts }: RunnerNeeds) =>
  async ({ type, auth, call, talk, signal: ofTurn }: ToRun): Promise<RanOutput> => {
    const { tool, name } = call;
    let { secrets } = call;
    const run = (opened: KindCall['secrets'], signal: AbortSignal): Promise<KindOutput> => {
      // Also those of an attempt that failed are masked.
      secrets = { ...secrets, ...opened };
      return kindOf(type).run({ outbound, now }, { ...call, secrets: opened, signal });
    };
    const timeout = AbortSignal.timeout(tool.timeoutMs);
    const signal = ofTurn === undefined ? timeout : AbortSignal.any([ofTurn, timeout]);
    try {
      const output = await accounts.using(
        { tool, type, auth, secrets, talk },
        { run: (opened) => run(opened, signal), isRefused: ({ exchange }) => exchange?.response?.status === 401 },
      );
      return { ...output, secrets: Object.values(secrets) };
    } catch (error) {
      ofTurn?.throwIfAborted();
      const output = failedCall(error, { name, tool, isLate: timeout.aborted });
      if (output === undefined) throw error;
      return { ...output, secrets: Object.values(secrets) };
    }
  };

import { OutboundError } from '../../../outbound/error.ts';
import type { KindOutput } from '../../../tools/kind.ts';
import { McpError } from '../../../tools/mcp/error.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import { unknownOutcome } from '../../../tools/unknown-outcome.ts';
import { AccountNeeded } from './accounts.ts';

/** A call that failed. */
export interface FailedCall {
  /** The name by which the model called. */
  readonly name: string;
  readonly tool: { readonly timeoutMs: number; readonly idempotent: boolean };
  /** True if the time limit of the tool has ended it. */
  readonly isLate: boolean;
}

/** The output of a call that failed at the other server; undefined for a fault of ours. */
export function failedCall(error: unknown, call: FailedCall): KindOutput | undefined {
  if (error instanceof McpError) return ofMcp(error, call);
  if (error instanceof AccountNeeded) return failed(signIn(error, call));
  if (error instanceof AccountError) return failed(`${error.message} The call did not run. Tell the user.`);
  if (call.isLate) return lost(late(call), call);
  return error instanceof OutboundError ? failed(`${call.name} could not be reached: ${error.message}`) : undefined;
}

function ofMcp({ kind, message, outcome }: McpError, call: FailedCall): KindOutput {
  const said = kind === 'aborted' && call.isLate ? late(call) : message;
  if (outcome === 'unknown') return lost(kind === 'lost' ? `The connection broke: ${said}` : said, call);
  const asked = kind === 'definition_changed' ? ' A person must approve what its server offers now.' : '';
  return failed(`${said}${asked} The call did not run.`);
}

const signIn = ({ url, host }: AccountNeeded, { name }: FailedCall): string =>
  `${name} acts for the user, who has to sign in at ${host} first. The call did not run. Give the user the link below, ` +
  `unchanged, and ask for a word when it is done. It works for ten minutes. Call again then.\n${url}`;

const late = ({ name, tool }: FailedCall): string => `${name} did not answer within ${tool.timeoutMs} ms.`;

const failed = (content: string): KindOutput => ({ content, isError: true });

/** A call whose answer was lost may have had its effect, unless that may happen twice. */
const lost = (content: string, { tool }: FailedCall): KindOutput =>
  tool.idempotent ? failed(content) : { ...failed(`${content} ${unknownOutcome}`), outcome: 'unknown' };

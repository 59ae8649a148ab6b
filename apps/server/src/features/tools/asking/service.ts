import { may, type Principal } from '../../../access/actor.ts';
import { createFailureLimiter, tooManyFailures } from '../../../access/limits/rate-limit.ts';
import { tokenDigest } from '../../../access/secrets.ts';
import { type Client, originOf } from '../../../access/sign-in.ts';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import type { ApprovalLinkRow } from '../../../storage/tables.ts';
import { isApprover } from '../calls/approvers.ts';
import type { ToolCalls } from '../calls/service.ts';
import type { ApprovalLink, ApprovalLinkDecision } from './schema.ts';
import * as store from './store.ts';

/**
 * Max invalid links per place and minute. Tokens can't be guessed, so this only bounds the load. A place may be an
 * office where one person has an old link.
 */
const maxDeadLinks = 300;

/** Dependencies of links that decide. */
export interface LinkNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly calls: Pick<ToolCalls, 'decide'>;
  /** Finds a person as an actor in one workspace, with the rights of now; undefined if they don't reach it. */
  memberOf(user: string, workspace: string): Promise<Principal | undefined>;
}

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

/** Alike for a link that is unknown, used, replaced or expired, and for one whose person may no longer decide. */
const invalidLink = () =>
  new AppError('approval_link_invalid', 'The link is wrong, has been used or replaced, or has expired.', {
    hint: 'Sign in and open Approvals, which shows what still waits.',
  });

const needsSignIn = () =>
  new AppError(
    'approval_needs_sign_in',
    'The workspace requires a second factor: sign in to decide about this tool call.',
    { hint: 'Sign in and open Approvals.' },
  );

/** Mailed links with which a person decides about a call without signing in. */
export function createApprovalLinks({ db, now, calls, memberOf }: LinkNeeds) {
  const failures = createFailureLimiter({ max: maxDeadLinks });

  /**
   * Finds what a token is for; undefined unless its person may decide at this moment. Throws `approval_needs_sign_in`.
   */
  const find = async (digest: string) => {
    const link = await store.findLink(db, { digest, now: now() });
    if (link === undefined) return undefined;
    const { workspace_id: workspace, call_id: call, user_id: user } = link;
    const asked = await store.findCall(db, workspace, call);
    if (asked === undefined) return undefined;
    if (Number(asked.require_second_factor) === 1) throw needsSignIn();
    const actor = await memberOf(user, workspace);
    if (actor === undefined || !may(actor, 'conversations:write', workspace)) return undefined;
    const { approvers, approvers_now } = asked;
    return isApprover(user, { approvers, now: approvers_now }) ? { link, asked, actor } : undefined;
  };

  const open = async ({ address }: Client, token: string) => {
    const wait = failures.wait(address, now());
    if (wait !== undefined) throw tooManyFailures(wait);
    const digest = tokenDigest(token);
    const found = await find(digest);
    if (found !== undefined) return { ...found, digest };
    failures.fail(address, now());
    throw invalidLink();
  };

  return {
    /** Shows what a link is for, and changes nothing. Throws `approval_link_invalid` or `approval_needs_sign_in`. */
    read: async (client: Client, token: string): Promise<ApprovalLink> => toApprovalLink(await open(client, token)),

    /**
     * Decides as the person of a link, who is asked for nothing else, and uses the link up. Throws as `read` does, and
     * `tool_call_decided`, as every decision.
     */
    decide: async (client: Client, { token, decision, reason }: ApprovalLinkDecision): Promise<ApprovalLink> => {
      const { link, actor, digest } = await open(client, token);
      const { workspace_id: workspace, call_id: call } = link;
      const along = store.use(db, workspace, { digest, now: now(), orElse: invalidLink });
      await calls.decide({ ...actor, origin: originOf(client) }, call, { decision, reason, along });
      const asked = await store.findCall(db, workspace, call);
      if (asked === undefined) throw invalidLink();
      return toApprovalLink({ link, asked });
    },
  };
}

/** The call as its approver sees it. */
function toApprovalLink({
  link,
  asked,
}: {
  readonly link: ApprovalLinkRow;
  readonly asked: store.Asked;
}): ApprovalLink {
  const { decided_at: decidedAt } = asked;
  return {
    ...{ toolName: asked.tool_name, agentName: asked.agent_name, workspaceName: asked.workspace_name },
    arguments: JSON.parse(asked.arguments) as ApprovalLink['arguments'],
    ...{ email: link.email, deadline: iso(link.expires_at), state: stateOf(asked) },
    decidedBy: asked.decider_name || asked.decider_email,
    decidedAt: decidedAt === null ? null : iso(decidedAt),
  };
}

const iso = (time: number): string => new Date(Number(time)).toISOString();

function stateOf({ status, waits_for: waitsFor, decided_at: decidedAt }: store.Asked): ApprovalLink['state'] {
  if (status === 'waiting' && waitsFor === 'approval') return 'waiting';
  if (status === 'denied') return 'denied';
  return decidedAt === null ? 'expired' : 'approved';
}

import { Type } from 'typebox';
import { may, type Principal } from '../../../access/actor.ts';
import { newToken, tokenDigest } from '../../../access/secrets.ts';
import type { Mail } from '../../../mail/mail.ts';
import { countOrRetry, isReached } from '../../../mail/to-person.ts';
import type { Database } from '../../../storage/database.ts';
import { expiry } from '../../../storage/expired.ts';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { isApprover } from '../calls/approvers.ts';
import { approvalMail, signInMail } from './message.ts';
import * as store from './store.ts';

/** Asks the approvers of a call by mail: without a user, by a job for each of them, so that one can't hold up others. */
const mailApproval = {
  name: 'tools.mail-approval',
  payload: Type.Object({ call: Type.String(), user: Type.Optional(Type.String()) }),
  timeoutMs: 30_000,
} as const;

/** Dependencies of asking by mail. */
export interface AskingNeeds {
  readonly db: Database;
  readonly mail: Pick<Mail, 'isOn' | 'count' | 'deliver'>;
  readonly enqueue: Enqueue;
  /** Finds a person as an actor in one workspace, with the rights of now; undefined if they don't reach it. */
  memberOf(user: string, workspace: string): Promise<Principal | undefined>;
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
}

/** Questions by mail about calls that wait. */
export interface AskingMails {
  /** Returns the statement that has the approvers of a call mailed; nothing if it has none, or mail is off. */
  ask(call: Pick<ToolCallRow, 'id' | 'workspace_id' | 'approvers'>): Statement | undefined;
  readonly jobs: readonly Job[];
}

/** Creates what asks the approvers of a call by mail. */
export function createAskingMails({ db, mail, enqueue, memberOf, publicUrl }: AskingNeeds): AskingMails {
  /** Returns the statements that mail one person. The link is new: only the digest of an earlier one is known. */
  const mailTo = (
    { id: user, email }: Principal['user'],
    { workspace, call }: { workspace: string; call: string },
    asked: store.Asked,
  ): Statement[] => {
    const until = Number(asked.deadline);
    const facts = {
      ...{ to: email, toolName: asked.tool_name, agentName: asked.agent_name, until },
      workspaceName: asked.workspace_name,
    };
    if (Number(asked.require_second_factor) === 1)
      return [mail.deliver({ ...signInMail(facts, `${publicUrl}/approvals`), workspace, until })];
    const token = newToken();
    const of = { workspace_id: workspace, call_id: call, user_id: user, email };
    const conversation = `${publicUrl}/conversations/${asked.conversation_id}`;
    const message = approvalMail(
      { ...facts, arguments: asked.arguments, conversation },
      `${publicUrl}/approve#token=${token}`,
    );
    return [
      ...store.put(db, { id: tokenDigest(token), ...of, expires_at: until }),
      mail.deliver({ ...message, workspace, until }),
    ];
  };

  return {
    ask: ({ id, workspace_id: workspace, approvers }) =>
      mail.isOn && approvers !== '[]' ? enqueue(workspace, { kind: mailApproval, payload: { call: id } }) : undefined,
    jobs: [
      job(mailApproval, async ({ workspace, payload: { call, user }, now }) => {
        const asked = await store.findCall(db, workspace, call);
        const waits = asked?.status === 'waiting' && asked.waits_for === 'approval' && Number(asked.deadline) > now();
        if (!waits || !mail.isOn) return;
        if (user === undefined) {
          const users = JSON.parse(asked.approvers) as readonly string[];
          return {
            effect: users.map((each) => enqueue(workspace, { kind: mailApproval, payload: { call, user: each } })),
          };
        }
        const actor = await memberOf(user, workspace);
        const { account_id: account, approvers, approvers_now } = asked;
        if (actor === undefined || !may(actor, 'conversations:write', workspace)) return;
        if (!isApprover(user, { approvers, now: approvers_now })) return;
        if (!(await isReached(db, actor.user))) return;
        const counted = await countOrRetry(mail.count('approval', { address: actor.user.email, account }));
        return { effect: [...counted, ...mailTo(actor.user, { workspace, call }, asked)] };
      }),
      expiry(db, 'approval_links'),
    ],
  };
}

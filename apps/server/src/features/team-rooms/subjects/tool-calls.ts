import type { Principal } from '../../../access/actor.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { maxContent, type RoomChoice, type Words } from '../../../platforms/room.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import { shownJson } from '../../../text/shown/shown-json.ts';
import { utcMinutes } from '../../../text/shown/utc-minutes.ts';
import type { Seen, Subject, Told } from '../needs.ts';

/** Dependencies of tool calls in rooms. */
export interface ToolCallNeeds {
  readonly now: () => number;
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
  readonly calls: {
    find(workspace: string, id: string): Promise<ToolCallRow | undefined>;
    decide(
      actor: Principal,
      id: string,
      how: { readonly decision: 'approve' | 'deny'; readonly reason: undefined },
    ): Promise<unknown>;
  };
  /** The name of an agent. */
  nameOfAgent(workspace: string, id: string): Promise<string | undefined>;
  /** The name of a person. */
  nameOfPerson(id: string): Promise<string | undefined>;
}

/** Cuts a text between characters. */
function cut(text: string): string {
  const part = text.slice(0, maxContent);
  return part.isWellFormed() ? part : part.slice(0, -1);
}

const choicesOf = (id: string): readonly RoomChoice[] => [
  { label: 'Approve', value: `tool_call:${id}:approve` },
  { label: 'Deny', value: `tool_call:${id}:deny`, isDanger: true },
];

/** True while a call waits for approval. */
const isOpen = ({ status, waits_for: waits, deadline }: ToolCallRow, now: number): boolean =>
  status === 'waiting' && waits === 'approval' && (deadline === null || Number(deadline) > now);

/** Words for errors of a decision; at most 200 characters. */
const refusals: Partial<Readonly<Record<ErrorCode, string>>> = {
  tool_call_not_found: 'There is no such tool call in this workspace. Nothing was decided.',
  not_an_approver: 'You are not among those who are asked about this call. Nothing was decided.',
  insufficient_role: 'Your role in the workspace does not let you decide about tool calls. Nothing was decided.',
};

/** Tool calls that wait for approval, as rooms show them. */
export function toolCallSubject({ now, publicUrl, calls, nameOfAgent, nameOfPerson }: ToolCallNeeds): Subject {
  const outcomeOf = async ({ status, decided_by: by }: ToolCallRow): Promise<Words> => {
    const isDecided = by !== null && status !== 'expired';
    if (!isDecided) return ['Expired: it was not decided in time, or its reply ended.'];
    const name = (await nameOfPerson(by)) ?? 'a former member';
    return [status === 'denied' ? '✗ Denied by ' : '✓ Approved by ', { said: name }, '.'];
  };

  const stateOf = async (row: ToolCallRow): Promise<Words> => {
    if (!isOpen(row, now())) return outcomeOf(row);
    return [row.deadline === null ? 'Waits for approval.' : `Waits until ${utcMinutes(Number(row.deadline))}.`];
  };

  const look = async (workspace: string, id: string): Promise<Seen | undefined> => {
    const row = await calls.find(workspace, id);
    if (row === undefined) return undefined;
    const open = isOpen(row, now());
    const whole = shownJson(row.arguments);
    const agent = (await nameOfAgent(workspace, row.agent_id)) ?? 'An agent';
    return {
      notice: {
        title: [{ said: agent }, ' wants to call ', { said: row.name }, ' with:'],
        content: cut(whole),
        notes: [...notesOf(row, whole), await stateOf(row)],
        link: { label: 'Open in Parley', url: `${publicUrl}/approvals` },
        ...(open && { choices: choicesOf(id) }),
      },
      isOpen: open,
      until: row.deadline === null ? null : Number(row.deadline),
    };
  };

  /** The answer to a press about a call that was decided before. */
  const late = async (actor: Principal, workspace: string, id: string): Promise<Told> => {
    const row = await calls.find(workspace, id);
    if (row === undefined) return { text: refusals.tool_call_not_found ?? '', isRefusal: true };
    const words = (await outcomeOf(row)).map((each) => (typeof each === 'string' ? each : each.said.slice(0, 100)));
    return { text: words.join(''), isRefusal: row.decided_by !== actor.user.id };
  };

  /** The answer to a press that decided nothing. Throws an error that isn't one of decisions. */
  const refused = async (actor: Principal, id: string, error: unknown): Promise<Told> => {
    if (!(error instanceof AppError)) throw error;
    const [workspace = ''] = actor.memberships.keys();
    if (error.code === 'tool_call_decided') return late(actor, workspace, id);
    const text = refusals[error.code];
    if (text === undefined) throw error;
    return { text, isRefusal: true };
  };

  return {
    look,
    decide: async (actor, id, choice) => {
      if (choice !== 'approve' && choice !== 'deny') return { text: 'Nothing was decided.', isRefusal: true };
      try {
        await calls.decide(actor, id, { decision: choice, reason: undefined });
        return { text: choice === 'approve' ? 'Approved.' : 'Denied.', isRefusal: false };
      } catch (error) {
        return refused(actor, id, error);
      }
    },
  };
}

/** Sentences about a call besides its state; `whole` are its arguments as they are shown. */
const notesOf = ({ user_id: user, approvers }: ToolCallRow, whole: string): readonly Words[] => [
  ...(whole.length > maxContent
    ? [[`This is a part of ${whole.length} characters. Read all arguments in Parley before you decide.`]]
    : []),
  ...(user === null ? [] : [['For the end user ', { said: user }, '.']]),
  ...(approvers === '[]' ? [] : [['Only the approvers of the tool may decide.']]),
];

import type { Principal } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { Repeat } from '../../../storage/idempotency.ts';
import type { Statement } from '../../../storage/unit.ts';
import { failures } from '../failures.ts';
import { leaseTime } from '../turns/checkpoints.ts';
import type { AnsweringAgent } from '../turns/prompt-store.ts';
import type { Turns } from '../turns/registry.ts';
import { enter } from '../turns/store.ts';
import * as messages from './store.ts';

/** The most characters of a title that is made from a message. */
const titleCharacters = 80;

/** A message as it is sent. */
export interface Outgoing {
  readonly content: string;
  readonly role: 'user' | 'human';
  /** What its sender calls it. */
  readonly clientId: string | undefined;
  readonly repeat: Repeat | undefined;
}

/** What enters a conversation. */
export interface Entering {
  readonly principal: Principal;
  readonly agent: AnsweringAgent;
  readonly conversation: string;
  /** The new messages in order, each later than the one before and than every message that is there. */
  readonly rows: readonly [messages.NewMessage, ...messages.NewMessage[]];
  /** The message that is answered; the answer is the last of the rows. Undefined where a person has taken over. */
  readonly question: { readonly id: string; readonly createdAt: number; readonly content: string } | undefined;
  /** Statements of the same unit that come first. */
  readonly before?: readonly Statement[];
}

/** Tells that the unit of work found the conversation otherwise than it was read: read it again. */
export class Changed extends Error {}

/** What entering needs from elsewhere. */
export interface EnteringNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'conversation' | 'message'): string;
  readonly turns: Pick<Turns, 'makeRoom' | 'start'>;
}

/**
 * Makes the one way into a conversation. In one unit of work the message is stored, the answer to it is stored as
 * `streaming`, and the conversation is taken, which only one can at a time, in whatever process; then the turn begins.
 * Gives the rows as they are stored; throws `Changed` where the conversation is no longer as it was read.
 */
export function createEntering({ db, now, turns }: EnteringNeeds) {
  return async (entering: Entering): Promise<readonly messages.StoredMessage[]> => {
    const { principal, agent, conversation, rows, question, before = [] } = entering;
    const { workspace } = agent;
    if (question !== undefined) turns.makeRoom();
    const [first] = rows;
    const last = rows.at(-1) ?? first;
    const changed = () => new Changed();
    const outcomes = await db.write([
      ...before,
      ...rows.map((row) =>
        messages.insert(db, workspace, row, { onMissing: failures.noConversation, onConflict: changed }),
      ),
      enter(
        db,
        workspace,
        {
          conversation,
          turn: question === undefined ? null : last.id,
          until: question === undefined ? null : now() + leaseTime,
          from: first.created_at,
          last: last.created_at,
          messages: rows.length,
          status: question === undefined ? 'human' : 'open',
          title: titleOf(question?.content ?? first.content),
        },
        changed,
      ),
    ]);
    if (question !== undefined) turns.start({ workspace, conversation, question, message: last.id, agent, principal });
    return outcomes.slice(before.length, -1).map((outcome) => outcome.rows[0] as messages.StoredMessage);
  };
}

const plain = { status: 'complete', author: null, client_message_id: null, reply_to: null, model: null } as const;

const repeatable = (repeat: Repeat | undefined) => ({
  repeat_key: repeat === undefined ? null : messages.repeatKey(repeat),
  repeat_digest: repeat?.fingerprint ?? null,
});

/** The row of a message as somebody sent it. */
export const questionRow = (
  { content, role, clientId, repeat }: Outgoing,
  { id, conversation, at, author }: { id: string; conversation: string; at: number; author: string },
): messages.NewMessage => ({
  ...plain,
  id,
  conversation_id: conversation,
  role,
  content,
  created_at: at,
  author: role === 'human' ? author : null,
  client_message_id: clientId ?? null,
  ...repeatable(repeat),
});

/** The row of an answer that is about to be written. */
export const answerRow = (
  { model }: AnsweringAgent,
  {
    id,
    conversation,
    at,
    to,
    repeat,
  }: { id: string; conversation: string; at: number; to: string; repeat?: Repeat | undefined },
): messages.NewMessage => ({
  ...plain,
  id,
  conversation_id: conversation,
  role: 'assistant',
  content: '',
  status: 'streaming',
  created_at: at,
  reply_to: to,
  model,
  ...repeatable(repeat),
});

/** The beginning of a message, on one line, without a half of a character at its end. */
function titleOf(content: string): string {
  const line = content
    .slice(0, titleCharacters * 20)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, titleCharacters).join('');
}

import type { Actor } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { RecordEvent } from '../../../../events/happening.ts';
import type { Json } from '../../../../models/chat-wire/json.ts';
import type { PersonOffer } from '../../../../models/model.ts';
import type { Attachment } from '../../../../platforms/content/attachment.ts';
import type { VisitorFacts } from '../../../../prompts/visitor.ts';
import type { Reads } from '../../../../prompts/window.ts';
import type { RequestIds } from '../../../../replies/reply-report.ts';
import { pace } from '../../../../scheduling/pace.ts';
import type { Repeat } from '../../../../storage/idempotency.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { truncated } from '../../../../text/truncate.ts';
import { failures } from '../../failures.ts';
import { type EndedNeeds, writeEnded } from '../../turns/ending/write-ended.ts';
import type { TurnRegistry } from '../../turns/leases/registry.ts';
import * as turnStore from '../../turns/store.ts';
import { attachmentColumns } from '../attachments.ts';
import * as messages from '../store.ts';

/** Max characters of a title that is derived from a message. */
const titleCharacters = 80;

/** A message as it is sent. */
export interface Outgoing {
  readonly content: string;
  readonly role: 'user' | 'human';
  /** The stored form of its `clientMessageId`. */
  readonly clientId: string | undefined;
  /** Its content beside text. */
  readonly attachments?: readonly Attachment[] | undefined;
  readonly repeat: Repeat | undefined;
}

/** The messages that enter a conversation. */
export interface Entering {
  readonly actor: Actor;
  readonly agent: AnsweringAgent;
  readonly conversation: string;
  /** The new messages in order, each later than the one before and than every stored message. */
  readonly rows: readonly [messages.NewMessage, ...messages.NewMessage[]];
  /** True if the agent replies in the conversation; false if a person has taken over. */
  readonly isOpen: boolean;
  /** The message that gets a reply by a turn, which is the last of the rows; undefined if none does. */
  readonly question: { readonly id: string; readonly createdAt: number; readonly content: string } | undefined;
  /** The end user of the conversation; null if none is known. */
  readonly user: string | null;
  /** True if the question had a reply before. */
  readonly isRetry?: boolean;
  /** Limits of what the turn's model reads of the conversation; undefined for as much as fits. */
  readonly reads?: Reads | undefined;
  /** The new context of the page as JSON; undefined if the stored one stays. */
  readonly page?: string | undefined;
  /** Facts about the visitor for the turn's model; undefined for nothing. */
  readonly visitor?: VisitorFacts | undefined;
  /** The way in which the user can ask for a person, for the turn's model. */
  readonly person?: PersonOffer | undefined;
  /** The JSON Schema of the turn's reply; undefined for any text. */
  readonly responseSchema?: Json | undefined;
  /** Statements of the same unit that come first, and last. */
  readonly before?: readonly Statement[];
  readonly after?: readonly Statement[] | undefined;
  /** The IDs of the request, for the log. */
  readonly request?: RequestIds | undefined;
  /** Called when nothing is left to do but to wait for the disk. */
  readonly leave: () => void;
}

/** The conversation was changed after it was read: read it again and retry. */
export class StaleRead extends Error {}

/** Dependencies of entering. */
export interface EnterNeeds extends EndedNeeds {
  readonly now: () => number;
  /** Duration of a turn's lease without renewal, in ms. */
  readonly leaseMs: number;
  newId(kind: 'conversation' | 'message'): string;
  readonly record: RecordEvent;
  readonly turns: Pick<TurnRegistry, 'makeRoom' | 'start'>;
  /** Tells those who follow a conversation or its workspace that it has changed. */
  changed(conversation: string, workspace: string): void;
}

/**
 * Adds messages to a conversation; the only way to do so. One unit of work inserts the message and, as `streaming`, the
 * reply to it, and takes the turn of the conversation, which only one process can. Then the turn starts. Returns the
 * messages as they are stored; throws `StaleRead` if the conversation is no longer as it was read, and before anything
 * is stored `too_many_concurrent` if the account has too many turns.
 */
export async function enter(needs: EnterNeeds, entering: Entering): Promise<readonly messages.StoredMessage[]> {
  const { db, now, queues, leaseMs, turns, changed } = needs;
  const {
    actor,
    agent,
    conversation,
    rows,
    isOpen,
    question,
    before = [],
    after = [],
    request,
    leave,
    ...more
  } = entering;
  const { workspace } = agent;
  const free = question && (await turns.makeRoom(actor, workspace));
  const [first] = rows;
  const last = rows.at(-1) ?? first;
  const stale = () => new StaleRead();
  const entry = {
    conversation,
    replyId: question === undefined ? null : last.id,
    until: question === undefined ? null : now() + leaseMs,
    from: first.created_at,
    last: last.created_at,
    messages: rows.length,
    status: isOpen ? 'open' : 'human',
    role: first.role,
    title: titleOf(question?.content ?? first.content),
    page: more.page,
  } as const;
  const unit = {
    before,
    conversation: turnStore.enter(db, workspace, entry, stale),
    stored: rows.map((row) =>
      messages.insert(db, workspace, withSchemaOf(row, more), {
        onMissing: failures.noConversation,
        onConflict: stale,
      }),
    ),
    events: eventsOf(needs, entering),
    after,
  };
  try {
    const writing = writeEnded({ db, queues }, unit);
    leave();
    const { stored } = await writing;
    changed(conversation, workspace);
    // Hundreds may be stored in one commit, and each turn has much to do at its start.
    const turn = pace.due();
    if (turn !== undefined) await turn;
    if (question !== undefined && free !== undefined) {
      const { reads, visitor, person, user, isRetry, responseSchema } = more;
      const told = { reads, visitor, person, user, isRetry, responseSchema };
      turns.start({ workspace, conversation, question, ...told, replyId: last.id, agent, actor, request }, free);
    }
    return stored.flatMap((outcome) => outcome.rows);
  } catch (error) {
    free?.();
    throw error;
  }
}

/** A reply keeps its schema, which it needs after a pause. */
const withSchemaOf = (row: messages.NewMessage, { responseSchema }: Pick<Entering, 'responseSchema'>) =>
  responseSchema === undefined || row.status !== 'streaming'
    ? row
    : { ...row, response_schema: JSON.stringify(responseSchema) };

/** The events of messages that are whole as they enter. A reply that a turn writes has one when it ends. */
const eventsOf = ({ record }: EnterNeeds, { actor, agent, conversation, rows }: Entering): Statement[] =>
  rows
    .filter(({ status }) => status !== 'streaming')
    .map(({ id: message, role }) => {
      const { id, workspace } = agent;
      const data = { conversation, message, agent: id };
      return role === 'assistant'
        ? record(actor, { type: 'message.completed', workspace, data })
        : record(actor, { type: 'message.created', workspace, data: { ...data, role } });
    });

const plain = { status: 'complete', author: null, client_message_id: null, reply_to: null, model: null } as const;

const repeatable = (repeat: Repeat | undefined) => ({
  repeat_key: repeat === undefined ? null : messages.repeatKey(repeat),
  repeat_digest: repeat?.fingerprint ?? null,
});

/** The stored form of a message's `clientMessageId`. */
export const clientIdOf = ({ clientMessageId }: { readonly clientMessageId?: string }) =>
  clientMessageId === undefined ? undefined : `id:${clientMessageId}`;

/** The row of a message as it is sent. */
export const questionRow = (
  { content, role, clientId, repeat, attachments }: Outgoing,
  { id, conversation, at, author }: { id: string; conversation: string; at: number; author: string | null },
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
  ...attachmentColumns(attachments),
});

/** The row of a reply that a turn is going to write. */
export const replyRow = (
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

/** The row of a channel's text in place of a reply: it is complete. */
export const cannedRow = (
  content: string,
  { id, conversation, at, to }: { id: string; conversation: string; at: number; to: string },
): messages.NewMessage => ({
  ...plain,
  ...{ id, conversation_id: conversation, role: 'assistant', content, created_at: at, reply_to: to },
  ...repeatable(undefined),
});

/** Min characters of a title that ends before a word; a longer first word is cut. */
const minTitleCharacters = 40;

/** The beginning of a message, on one line, without a lone surrogate at its end. It ends with a whole word and `…`. */
export function titleOf(content: string): string {
  const line = content
    .slice(0, titleCharacters * 20)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return truncated(line, { max: titleCharacters, least: minTitleCharacters });
}

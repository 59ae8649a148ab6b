import type { VisitorActor } from '../../access/actor.ts';
import { notAnswered } from '../../errors.ts';
import type { Message } from '../../replies/schemas/message.ts';
import type { Conversation } from '../../schemas/conversations/conversation.ts';
import { type ConversationEntry, shownEntries } from '../../schemas/entries.ts';

/** The events that a visitor doesn't get: thoughts, and calls and results of tools, are only for the team. */
const hiddenEvents: ReadonlySet<string> = new Set(['reasoning', 'tool.call', 'tool.result', 'approval.requested']);

/**
 * Returns what a visitor sees of the data of an answer about conversations, or of an event: the same shape, in which
 * everything that is the team's is empty. Undefined for an event that stays hidden.
 */
function visitorView(data: unknown, visitor: VisitorActor, event?: string): unknown {
  if (event !== undefined && (hiddenEvents.has(event) || (event === 'citation' && !visitor.seesCitations))) {
    return undefined;
  }
  if (event === 'entry.created' && !shownEntries.includes((data as { entry: ConversationEntry }).entry.type))
    return undefined;
  const shown = shownOf(data, visitor);
  return event === 'message.failed' ? failed(shown as Failed) : shown;
}

/** The fields in which an answer or an event has conversations and messages. */
const containers = ['items', 'conversation', 'message', 'reply', 'entry'] as const;

function shownOf(value: unknown, visitor: VisitorActor): unknown {
  if (Array.isArray(value)) return value.map((each) => shownOf(each, visitor));
  if (typeof value !== 'object' || value === null) return value;
  if ('replyTo' in value) return messageFor(value as Message, visitor);
  if ('takenBy' in value) return conversationFor(value as Conversation);
  if ('actor' in value) return entryFor(value as ConversationEntry);
  const shown: Record<string, unknown> = { ...value };
  for (const name of containers) if (name in shown) shown[name] = shownOf(shown[name], visitor);
  return shown;
}

const noTokens = { inputTokens: 0, outputTokens: 0 } as const;

/** A title may be the team's: the first message is the visitor's own, and known. */
const conversationFor = (conversation: Conversation): Conversation => ({
  ...conversation,
  ...{
    answeringAgent: null,
    title: '',
    takenBy: null,
    assignee: null,
    team: null,
    priority: 'normal',
    snoozedUntil: null,
    tags: [],
    metadata: {},
    visitor: null,
    usage: noTokens,
  },
});

/** A visitor learns that a person or the agent has the conversation now, and no more. */
const entryFor = (entry: ConversationEntry): ConversationEntry => ({
  ...entry,
  actor: { kind: entry.actor.kind, id: entry.actor.kind },
  data: {},
});

function messageFor(message: Message, { seesCitations }: VisitorActor): Message {
  const { parts, citations, error } = message;
  return {
    ...message,
    citations: seesCitations ? citations : [],
    parts: parts.filter(({ type }) => type === 'text' || (type === 'citation' && seesCitations)),
    error: error === null ? null : { code: error.code, message: notAnswered },
    ...{
      author: null,
      model: null,
      fallbacks: [],
      usage: null,
      firstTokenMs: null,
      latencyMs: null,
      feedbackComment: null,
    },
  };
}

interface Failed {
  readonly message: unknown;
  readonly code: string;
}

/** The event that a reply failed, without what its provider said. */
const failed = ({ message, code }: Failed) => ({ message, error: notAnswered, code });

/**
 * Settings by which an endpoint about conversations serves visitors: the names that they may send, and what they see.
 */
export const forVisitors = (...takes: readonly string[]) => ({ takes, shows: visitorView });

import type { Check } from './checks.ts';
import type { Row } from './row.ts';

/** The operations that visitors may call, and the names that they may send there; written down again, not imported. */
const takes: Readonly<Record<string, readonly string[]>> = {
  createConversation: ['form', 'context'],
  submitConversationForm: ['form'],
  chat: ['content', 'message', 'conversationId', 'form', 'context', 'clientMessageId', 'stream'],
  sendMessage: ['content', 'message', 'context', 'clientMessageId', 'stream'],
  retryMessage: ['stream'],
  rateMessage: ['rating', 'comment'],
  cancelTurn: [],
  handOverConversation: ['reason', 'summary'],
  submitSatisfaction: ['score', 'comment'],
  getChannelHandover: [],
  tellPresence: ['typing', 'here'],
  listConversationEntries: ['limit', 'cursor', 'sort'],
  listConversations: ['limit', 'cursor', 'status', 'sort'],
  sendTranscript: ['email', 'timeZone', 'language'],
  getAnswerAddress: [],
  setAnswerAddress: ['email', 'language', 'timeZone'],
  getConversation: [],
  followConversation: [],
  followConversationEvents: [],
  listMessages: ['limit', 'cursor', 'sort'],
  getMessage: [],
};

/** True if visitors may call an operation. */
export const isForVisitors = (id: string): boolean => Object.hasOwn(takes, id);

/** A visitor may call few operations, with few parameters. */
export const admitsVisitor =
  (id: string, { needs, slots = {} }: Row): Check =>
  ({ kind, refused }, aims) => {
    if (kind !== 'visitor' || needs === 'nothing' || refused !== undefined) return undefined;
    const names = takes[id];
    if (names === undefined) return { status: 403, code: 'visitor_not_allowed' };
    const isOther = (name: string) =>
      slots[name]?.in === 'query' && aims[name] !== 'absent' && aims[name] !== undefined && !names.includes(name);
    return Object.keys(slots).some(isOther) ? { status: 400, code: 'unknown_parameter' } : undefined;
  };

import { administeredOrNowhere, allowed, type Check, firstOf, found, ifAbsent, ifPresent, within } from './checks.ts';
import { path, type Row, type Slot } from './row.ts';

const agent = { id: path('agent') };
const conversation = { id: path('conversation') };
const message = { id: path('message') };

type Permission = 'conversations:read' | 'conversations:write' | 'workspace:admin';
const ofAgent = (permission: Permission) => [found('id', 'agent_not_found'), allowed('id', permission)];
const ofConversation = (permission: Permission) => [found('id', 'conversation_not_found'), allowed('id', permission)];
const ofMessage = (permission: Permission) => [found('id', 'message_not_found'), allowed('id', permission)];

const optional = (kind: Slot['kind'], where: 'query' | 'body'): Slot => ({ in: where, kind, optional: true });

/** Filters narrow a list: a target out of reach gives an empty list. */
const filters = { agentId: optional('agent', 'query'), channelId: optional('channel', 'query') };
const filtered = { ...filters, workspaceId: optional('workspace', 'query') };
const inWorkspace: readonly Check[] = [found('workspaceId', 'workspace_not_found')];

const title = ({ marker, serial }: { marker: string; serial: number }) => ({ title: `${marker} ${serial}` });
const change = { needs: 'conversations:write', status: 200 } as const;

/** An operation on the status of a conversation, which has no body. */
const state: Row = { ...change, slots: conversation, checks: ofConversation('conversations:write') };

/** An operation on a note, which the caller has written. */
const note: Row = {
  ...{ ...change, slots: { ...conversation, noteId: path('note') } },
  checks: [...ofConversation('conversations:write'), within('noteId', 'id', { status: 404, code: 'note_not_found' })],
};

/** Channels mail no transcripts to visitors unless they are set to. */
const notOffered: Check = ({ kind }) => (kind === 'visitor' ? { status: 403, code: 'visitor_not_allowed' } : undefined);

const strangeConversation = { status: 404, code: 'conversation_not_found' } as const;

/** Calls of the endpoints of conversations and messages, and their permissions. */
export const conversationRows: Readonly<Record<string, Row>> = {
  createConversation: {
    needs: 'conversations:write',
    status: 201,
    slots: agent,
    // A visitor may set neither a title nor anything else that is the team's.
    body: () => ({}),
    checks: ofAgent('conversations:write'),
  },
  listAgentConversations: {
    needs: 'conversations:read',
    status: 200,
    slots: { ...agent, channelId: filters.channelId },
    checks: ofAgent('conversations:read'),
  },
  listConversations: { needs: 'conversations:read', status: 200, slots: filtered },
  exportConversations: { needs: 'conversations:read', status: 200, bare: true, recorded: true, slots: filtered },
  getConversationStatistics: {
    needs: 'conversations:read',
    status: 200,
    slots: { workspaceId: { in: 'query', kind: 'workspace' }, agentId: filters.agentId },
    checks: inWorkspace,
  },
  deleteUserConversations: {
    needs: 'workspace:admin',
    status: 200,
    slots: { workspaceId: filtered.workspaceId },
    query: { userId: 'nobody' },
    checks: [...inWorkspace, allowed('workspaceId', 'workspace:admin'), ifAbsent('workspaceId', administeredOrNowhere)],
  },
  getConversation: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  markConversationRead: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  tellPresence: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    body: () => ({ typing: false }),
    checks: ofConversation('conversations:read'),
  },
  markAllConversationsRead: {
    needs: 'conversations:read',
    status: 200,
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: inWorkspace,
  },
  updateConversation: {
    ...change,
    slots: conversation,
    body: title,
    checks: ofConversation('conversations:write'),
  },
  deleteConversation: {
    needs: 'workspace:admin',
    status: 200,
    slots: conversation,
    checks: ofConversation('workspace:admin'),
  },
  // Only the visitor of the conversation has answers, and only if the channel asks for them.
  submitConversationForm: {
    ...{ needs: 'conversations:write', status: 400, code: 'validation_failed' },
    slots: conversation,
    body: () => ({ form: {} }),
    checks: ofConversation('conversations:write'),
  },
  // This server sends no mail.
  sendTranscript: {
    ...{ needs: 'conversations:read', status: 503, code: 'mail_not_configured' },
    slots: conversation,
    body: () => ({ email: 'ada@example.com' }),
    checks: [...ofConversation('conversations:read'), notOffered],
  },
  getAnswerAddress: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  setAnswerAddress: {
    ...{ needs: 'conversations:write', status: 503, code: 'mail_not_configured' },
    slots: conversation,
    body: () => ({ email: 'ada@example.com' }),
    checks: ofConversation('conversations:write'),
  },
  closeConversation: state,
  reopenConversation: state,
  takeOverConversation: state,
  releaseConversation: state,
  // Channels offer their visitors no person unless they are set to.
  handOverConversation: {
    ...state,
    body: ({ marker }) => ({ reason: marker }),
    checks: [...ofConversation('conversations:write'), notOffered],
  },
  // The conversation is open, and channels don't ask their visitors unless they are set to.
  submitSatisfaction: {
    ...{ needs: 'conversations:write', status: 409, code: 'conversation_not_closed' },
    slots: conversation,
    body: () => ({ score: 5 }),
    checks: [...ofConversation('conversations:write'), notOffered],
  },
  listConversationEntries: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  cancelTurn: state,
  createSuggestion: state,
  createNote: { ...state, status: 201, body: ({ marker }) => ({ text: marker }) },
  updateNote: { ...note, body: ({ marker, serial }) => ({ text: `${marker} ${serial}` }) },
  deleteNote: note,
  listDeliveries: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  // It was sent.
  redeliverMessage: {
    ...{ needs: 'conversations:write', status: 409, code: 'message_not_redeliverable' },
    slots: { id: path('delivery') },
    checks: ofMessage('conversations:write'),
  },

  chat: {
    ...change,
    // Without a conversation, it creates one.
    statusFor: ({ conversationId = 'absent' }) => (conversationId === 'absent' ? 201 : 200),
    slots: { ...agent, conversationId: optional('conversation', 'body') },
    body: ({ marker }) => ({ message: marker }),
    checks: [
      ifPresent(
        'conversationId',
        firstOf([
          found('conversationId', 'conversation_not_found'),
          within('conversationId', 'id', strangeConversation),
          allowed('conversationId', 'conversations:write'),
        ]),
      ),
      ifAbsent('conversationId', firstOf(ofAgent('conversations:write'))),
    ],
  },
  sendMessage: {
    needs: 'conversations:write',
    status: 201,
    slots: conversation,
    body: ({ marker }) => ({ content: marker }),
    checks: ofConversation('conversations:write'),
  },
  listMessages: {
    needs: 'conversations:read',
    status: 200,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  followConversation: {
    needs: 'conversations:read',
    status: 200,
    bare: true,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  followConversationEvents: {
    needs: 'conversations:read',
    status: 200,
    bare: true,
    slots: conversation,
    checks: ofConversation('conversations:read'),
  },
  watchConversations: {
    needs: 'conversations:read',
    status: 200,
    bare: true,
    slots: { workspaceId: optional('workspace', 'query') },
    checks: [ifPresent('workspaceId', found('workspaceId', 'workspace_not_found'))],
  },
  getMessage: { needs: 'conversations:read', status: 200, slots: message, checks: ofMessage('conversations:read') },
  retryMessage: { ...change, slots: message, checks: ofMessage('conversations:write') },
  rateMessage: {
    ...change,
    slots: message,
    body: () => ({ rating: 'positive' }),
    checks: ofMessage('conversations:write'),
  },
};

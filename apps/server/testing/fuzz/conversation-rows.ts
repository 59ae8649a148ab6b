import { statement } from '../../src/storage/unit.ts';
import type { Cast } from './cast.ts';
import type { Row, Target } from './row.ts';

/** Only a visitor may send these. */
const ofVisitors = { form: undefined, context: undefined };

const longEcho = {
  provider_error: 'An echo of 100,000 characters exceeds the limit of a reply if each takes two UTF-16 units.',
};

const badRange = {
  validation_failed: '`from` and `to` need each other, in order, without `days`, and not after today',
};

/** Calls of the operations on conversations or messages with which a valid request succeeds. */
export async function conversationRows({ service, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const agent = String((await made.post('/api/agents', { name: 'Echo', model: 'builtin/echo' }))['_id']);
  const begin = async () => String((await made.post(`/api/agents/${agent}/conversations`, {}))['_id']);
  const converse = async () => {
    const id = await begin();
    const { reply } = await made.post(`/api/conversations/${id}/messages`, { content: 'Hello there' });
    return { id, reply: (reply as { _id: string })._id };
  };
  /** The built-in models never fail by themselves. */
  const fail = async () => {
    const { reply } = await converse();
    const error = '{"code":"provider_error","message":"It broke."}';
    const failed = { status: 'failed', finish_reason: 'error', error };
    await service.db.write([statement(service.db.query.updateTable('messages').set(failed).where('id', '=', reply))]);
    return reply;
  };
  const { id, reply } = await converse();
  const ofAgent = { headers, params: { id: agent } };
  const ofConversation = { headers, params: { id } };
  const ofReply = { headers, params: { id: reply } };
  const fresh = async (): Promise<Target> => ({ headers, params: { id: await begin() } });
  const query = { workspaceId: workspace, agentId: agent };

  return {
    createConversation: { target: () => ({ ...ofAgent, body: ofVisitors }) },
    listAgentConversations: { target: () => ofAgent },
    listConversations: { target: () => ({ headers, query }) },
    exportConversations: { target: () => ({ headers, query }) },
    getConversationStatistics: { target: () => ({ headers, query }), conflicts: badRange },
    deleteUserConversations: { target: () => ({ headers, query }) },
    getConversation: { target: () => ofConversation },
    markConversationRead: { target: () => ofConversation },
    tellPresence: { target: () => ofConversation },
    markAllConversationsRead: { target: () => ({ headers, body: { workspaceId: workspace } }) },
    // Each request has its own; many simultaneous changes of one cause repeated stale reads.
    updateConversation: {
      target: async (body) => {
        const stored = await made.post(`/api/agents/${agent}/conversations`, {});
        const own = ['title', 'tags', 'metadata', 'status'];
        const echoed = Object.keys(body).filter((name) => !own.includes(name) && Object.hasOwn(stored, name));
        return {
          headers,
          params: { id: String(stored['_id']) },
          body: {
            ...Object.fromEntries(echoed.map((name) => [name, stored[name]])),
            ...(body['status'] === 'human' && { status: 'open' }),
            ...(body['title'] !== undefined && { title: String(body['title']) || 'A title' }),
          },
        };
      },
    },
    submitConversationForm: {
      target: () => ofConversation,
      conflicts: { validation_failed: 'Only a visitor has answers, and only to a form of the channel.' },
      neverAccepted: 'A key is no visitor; the tests of visitors accept answers.',
    },
    sendTranscript: {
      target: () => ofConversation,
      conflicts: { mail_not_configured: 'This server sends no mail.' },
      neverAccepted: 'This server sends no mail; the tests of transcripts accept them.',
    },
    deleteConversation: { target: fresh },
    closeConversation: { target: fresh },
    reopenConversation: { target: fresh },
    // No person has it, and the team would be made up.
    takeOverConversation: { target: async () => ({ ...(await fresh()), body: { takenBy: undefined } }) },
    releaseConversation: { target: fresh },
    handOverConversation: { target: async () => ({ ...(await fresh()), body: { team: undefined } }) },
    listConversationEntries: { target: () => ofConversation },
    cancelTurn: { target: () => ofConversation },
    chat: {
      target: async (body) => {
        // The fields of a new conversation don't apply to an existing one.
        const none = { userId: undefined, metadata: undefined, playground: undefined };
        const begun = 'conversationId' in body && { ...none, conversationId: await begin() };
        return { ...ofAgent, body: { ...begun, ...ofVisitors, ...realSettings(body), ...oneText(body), ...anyText } };
      },
      conflicts: longEcho,
    },
    sendMessage: {
      // Only the person who has taken over may reply.
      target: async (body) => ({
        ...(await fresh()),
        body: { ...('role' in body && { role: 'user' }), ...ofVisitors, ...oneText(body), ...anyText },
      }),
      conflicts: longEcho,
    },
    listMessages: { target: () => ofConversation },
    followConversation: { target: () => ofConversation },
    followConversationEvents: { target: () => ofConversation },
    watchConversations: { target: () => ({ headers, query }) },
    getMessage: { target: () => ofReply },
    retryMessage: {
      target: async (body) => ({ headers, params: { id: await fail() }, body: { ...realSettings(body), ...anyText } }),
    },
    rateMessage: { target: () => ofReply },
    listModels: { target: () => ({ headers }) },
    testModel: { target: (body) => ({ headers, body: { ...body, model: 'builtin/echo' } }) },
  };
}

/** One of the two names of a text is needed, and two must be equal. */
const oneText = ({ content, message }: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  // Two long texts with many escapes are more than a body may have; of two that can't be kept, one name is told.
  if (content !== undefined && message !== undefined)
    return { message: /^[^\0\p{Cs}]{0,1000}$/u.test(String(content)) ? content : undefined };
  return content === undefined && message === undefined ? { content: 'Hello' } : {};
};

/** A drawn object is no schema; the tests of structured replies send some. */
const anyText = { responseSchema: undefined };

/** A tried model must exist. */
const realSettings = ({ settings }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof settings === 'object' && settings !== null && 'model' in settings
    ? { settings: { ...settings, model: 'builtin/echo' } }
    : {};

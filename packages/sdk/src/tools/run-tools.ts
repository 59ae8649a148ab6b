import type { Api } from '../core/api.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { RequestOptions } from '../core/request.ts';
import type { ApprovalRequest, ConversationEvent, Message, ToolCall } from '../types.ts';
import type { ClientTool, RunToolsParams, ToolRun, ToolsRun } from './run-types.ts';

/** Max results of one request, and characters of one result. */
const MAX = { results: 16, content: 32_000 };

/** Functions that call the service, the request that begins a run, and the options of the caller. */
interface Run<Draft> {
  readonly api: RunApi;
  readonly begin: (draft: Draft) => MessageStream;
  readonly options: RequestOptions | undefined;
}

type RunApi = Pick<Api, 'call' | 'stream' | 'follow'>;

/**
 * Sends a message by `begin`, and answers the calls of client tools in its reply until the reply ends or waits for
 * approval only. Throws `MessageFailedError` if the reply failed.
 */
export async function runTools<Draft, Schemas>(
  { api, begin, options = {} }: Run<Draft>,
  { tools, onEvent, onApproval, ...draft }: Draft & RunToolsParams<Schemas>,
): Promise<ToolsRun> {
  const reading = createReading(api, onEvent, options);
  // The service has compared the arguments with the schema of the tool.
  const known = tools as Readonly<Record<string, ClientTool | undefined>>;
  const calls: ToolRun[] = [];
  const told = new Set<string>();
  let reply = await reading.final(begin(draft as Draft));
  while (reply?.status === 'requires_action') {
    const open = callsOf(reply, calls);
    if (open.length > 0) {
      const done = await Promise.all(open.map((call) => execute(call, known, options.signal)));
      calls.push(...done);
      reply = await reading.send(reply, done);
    } else {
      if (onApproval === undefined) break;
      for (const request of approvalsOf(reply)) {
        if (!told.has(request.callId)) await onApproval(request);
        told.add(request.callId);
      }
      reply = await reading.decided(reply);
    }
  }
  return { reply, calls };
}

/** The calls that wait for the caller's code. Answered calls may have no result in the reply yet. */
function callsOf(reply: Message, answered: readonly ToolRun[]): ToolCall[] {
  const ended = endedIn(reply, answered);
  return reply.parts.flatMap((part) => {
    if (part.type !== 'tool-call' || part.answeredBy !== 'client' || ended.has(part.callId)) return [];
    const { type: _, ...call } = part;
    return [call];
  });
}

/** The calls that wait for the approval of a person. */
function approvalsOf(reply: Message): ApprovalRequest[] {
  const ended = endedIn(reply);
  return reply.parts.flatMap((part) => {
    if (part.type !== 'approval-requested' || ended.has(part.callId)) return [];
    const { type: _, ...request } = part;
    return [request];
  });
}

/** The `callId` of each call that has a result. */
function endedIn({ parts }: Message, answered: readonly ToolRun[] = []): Set<string> {
  const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
  return new Set([...results, ...answered].map(({ callId }) => callId));
}

/** Runs the function of a call; whatever goes wrong is a result that says so. */
async function execute(
  { callId, name, arguments: args, toolCall }: ToolCall,
  tools: Readonly<Record<string, ClientTool | undefined>>,
  signal: AbortSignal | undefined,
): Promise<ToolRun> {
  const call = { callId, name, arguments: args };
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) return { ...call, content: `This client has no function ${name}.`, isError: true };
  try {
    return { ...call, content: toText(await tool.execute(args, { callId, toolCall, signal })), isError: false };
  } catch (error) {
    const content = error instanceof Error ? error.message : String(error);
    return { ...call, content: content.slice(0, MAX.content), isError: true };
  }
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= MAX.content) return text;
  throw new Error(`The result has ${text.length} characters, and may have at most ${MAX.content}.`);
}

/** The requests of a run after its first one. */
function createReading(
  { call, stream, follow }: RunApi,
  onEvent: RunToolsParams<object>['onEvent'],
  options: RequestOptions,
) {
  // These belong to the first request alone.
  const { idempotencyKey: _, ifMatch: __, ifNoneMatch: ___, extraQuery: ____, extraBody: _____, ...later } = options;
  const final = (reply: MessageStream) => (onEvent === undefined ? reply : reply.on('event', onEvent)).final();
  const retrieve = (id: string) => call('GET /api/messages/{id}', { params: { id } }, later);

  /** The reply as it is now; once it has ended or waits, if it is being written. */
  const current = async ({ _id, conversation }: Message): Promise<Message> => {
    const now = await retrieve(_id);
    if (now.status !== 'streaming' && now.status !== 'failed') return now;
    // The stream also throws the failure. If the reply ended before, it may be that of a later one.
    const end = await final(stream('GET /api/conversations/{id}/stream', { params: { id: conversation } }, later));
    return end?._id === _id ? end : retrieve(_id);
  };

  const sendSome = async (reply: Message, done: readonly ToolRun[]): Promise<Message> => {
    const results = done.map(({ callId, content, isError }) => ({ callId, content, isError }));
    const input = { params: { id: reply._id }, body: { results, stream: true } };
    try {
      return (await final(stream('POST /api/messages/{id}/tool-results', input, later))) ?? (await current(reply));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'tool_call_decided')) throw error;
    }
    // An attempt whose answer was lost has sent them, or one of them came too late for all.
    if (done.length === 1) return current(reply);
    return sendAll(reply, done, 1);
  };

  const sendAll = async (reply: Message, done: readonly ToolRun[], size: number): Promise<Message> => {
    let latest = reply;
    for (let at = 0; at < done.length; at += size) latest = await sendSome(reply, done.slice(at, at + size));
    return latest;
  };

  return {
    final,
    /** Sends results, and returns the reply when it has ended or waits again. */
    send: (reply: Message, done: readonly ToolRun[]) => sendAll(reply, done, MAX.results),
    /** Waits until a decision lets a reply go on, and returns it when it has ended or waits again. */
    decided: async (reply: Message): Promise<Message> => {
      const input = { params: { id: reply.conversation } };
      // The first event comes at once, so no decision before it is missed.
      for await (const event of follow('GET /api/conversations/{id}/events', input, later)) {
        if (!concerns(event, reply)) continue;
        const now = await current(reply);
        if (now.status !== 'requires_action' || now.parts.length > reply.parts.length) return now;
      }
      return current(reply);
    },
  };
}

/** True if a reply may have gone on. */
function concerns(event: ConversationEvent, { _id }: Message): boolean {
  if (event.type === 'conversation.updated') return true;
  return 'message' in event && typeof event.message === 'object' && event.message._id === _id;
}

import { version } from '../../version.ts';
import type { KindOutput, Values } from '../kind.ts';
import { boundedTools, type McpListing, maxTools } from './listing.ts';
import { toOutput } from './output.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { type McpServer, openWire, type Wire, wireLimits } from './wire.ts';

type SdkClient = InstanceType<Sdk['Client']>;
type ConnectOptions = NonNullable<Parameters<SdkClient['connect']>[1]>;

/** The era that was negotiated with a server; later sessions skip the negotiation with it. */
export type McpEra = NonNullable<ConnectOptions['prior']>;

/** A call of a tool. */
export interface McpCall {
  /** The server's own name of the tool. */
  readonly name: string;
  readonly arguments: Values;
  /** The approved schema; it may say which arguments go into headers (`x-mcp-header`). */
  readonly inputSchema: Values;
  readonly signal: AbortSignal;
  readonly era?: McpEra | undefined;
}

/** Max pages of a listing. */
const maxPages = 50;

/** Time limit of leaving a session, in ms. */
const leaveMs = 5_000;

/** Lists the tools of a server, at most 200. Rejects with an `McpError`. */
export const listTools = (server: McpServer, signal: AbortSignal): Promise<McpListing & { readonly era: McpEra }> =>
  withSession(server, { signal }, async ({ client, ask }) => {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    const seen = new Set<string>();
    let pages = 0;
    do {
      // Not `listTools`, which writes warnings of what servers send to the console.
      const params = cursor === undefined ? {} : { cursor };
      const page = await ask((options) => client.request({ method: 'tools/list', params }, options));
      tools.push(...page.tools);
      cursor = page.nextCursor;
      pages += 1;
      if (cursor !== undefined && seen.has(cursor)) break;
      if (cursor !== undefined) seen.add(cursor);
    } while (cursor !== undefined && tools.length < maxTools && pages < maxPages);
    return { ...boundedTools(tools, cursor !== undefined), era: eraOf(client) };
  });

/**
 * Calls a tool, once: nothing is repeated. An answer of the server is an output, also one that says that the call
 * failed or needs input of a person, which is refused. Rejects with an `McpError` if there is no answer.
 */
export const callTool = (server: McpServer, call: McpCall): Promise<KindOutput> =>
  withSession(server, call, async (session) => {
    const output = await outputOf(session, call);
    const exchange = session.exchange();
    return exchange === undefined ? output : { ...output, exchange };
  });

async function outputOf({ client, ask, asked, sdk }: Session, call: McpCall): Promise<KindOutput> {
  const params = { name: call.name, arguments: { ...call.arguments } };
  // With a definition, the package neither lists tools nor repeats a call whose headers don't match.
  const toolDefinition = { name: call.name, inputSchema: { ...call.inputSchema, type: 'object' as const } };
  try {
    const result = await ask((options) =>
      client.callTool(params, { ...options, toolDefinition, allowInputRequired: true }),
    );
    if (sdk.isInputRequiredResult(result)) return refusal(methodsOf(result.inputRequests));
    const output = toOutput(result);
    if (!output.isError || asked.size === 0) return output;
    return { ...output, content: `${refusal([...asked]).content}\n${output.content}` };
  } catch (error) {
    if (!(error instanceof sdk.ProtocolError)) throw error;
    return { content: `The server refused the call: ${error.message}`, isError: true };
  }
}

const refusal = (methods: readonly string[]): KindOutput => ({
  content: `The server asked for ${methods.join(', ') || 'input'}, which is not available. The call did not complete.`,
  isError: true,
});

const methodsOf = (requests: Readonly<Record<string, { readonly method: string }>> = {}): string[] => [
  ...new Set(Object.values(requests).map(({ method }) => method.slice(0, 100))),
];

/** Options of each request of a session. */
interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

interface Session {
  readonly sdk: Sdk;
  readonly client: SdkClient;
  /** The methods of the server's own requests, which are all refused. */
  readonly asked: ReadonlySet<string>;
  exchange: Wire['exchange'];
  /** Sends a request, and gives it up if its stream ends before the answer. One at a time. */
  ask<Answer>(send: (options: AskOptions) => Promise<Answer>): Promise<Answer>;
}

/** Does some work in a session, and leaves it. All that fails is an `McpError`. */
async function withSession<Value>(
  server: McpServer,
  { signal, era }: Pick<McpCall, 'signal' | 'era'>,
  work: (session: Session) => Promise<Value>,
): Promise<Value> {
  const wire = openWire(server);
  try {
    signal.throwIfAborted();
    const session = createSession(server, wire, await loadSdk());
    try {
      await session.connect({ signal, timeout: server.timeoutMs, ...(era === undefined ? {} : { prior: era }) });
      return await work({ ...session, ask: (send) => session.ask(signal, send) });
    } finally {
      await session.leave();
    }
  } catch (error) {
    throw wire.explain(error, signal);
  }
}

function createSession(server: McpServer, wire: Wire, sdk: Sdk) {
  const client = new sdk.Client(
    { name: 'Parley', version },
    {
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      // Schemas of results aren't used, so none of them is compiled.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  const transport = new sdk.StreamableHTTPClientTransport(new URL(server.url), {
    fetch: (url, init) => wire.fetch(url, init),
    requestInit: { headers: { ...server.headers } },
    onInsufficientScope: 'throw',
    // A stream that ended is not opened again: its answer is lost.
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const asked = new Set<string>();
  client.fallbackRequestHandler = async ({ method }) => {
    asked.add(method.slice(0, 100));
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, `${method.slice(0, 100)} is not available.`);
  };
  // The package waits for an answer until the timeout if a stream ends without it.
  let current: AbortController | undefined;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const mine = current;
    return send(message, { ...options, onRequestStreamEnd: () => mine?.abort(new Error('The stream ended.')) });
  };
  return {
    sdk,
    client,
    asked,
    exchange: wire.exchange,
    connect: (options: ConnectOptions) => client.connect(transport, options),
    ask: async <Answer>(signal: AbortSignal, start: (options: AskOptions) => Promise<Answer>): Promise<Answer> => {
      const lost = new AbortController();
      current = lost;
      try {
        return await start({ signal: AbortSignal.any([signal, lost.signal]), timeout: server.timeoutMs });
      } catch (error) {
        if (lost.signal.aborted && !signal.aborted) throw wire.lost(error);
        throw error;
      } finally {
        current = undefined;
      }
    },
    leave: async () => {
      const { sessionId, protocolVersion } = transport;
      await client.close();
      if (sessionId !== undefined) endSession(server, { sessionId, protocolVersion });
    },
  };
}

/** Tells a server of the earlier era that a session has ended. Best effort. */
function endSession(
  server: McpServer,
  session: { readonly sessionId: string; readonly protocolVersion: string | undefined },
) {
  const headers = {
    ...server.headers,
    'mcp-session-id': session.sessionId,
    ...(session.protocolVersion === undefined ? {} : { 'mcp-protocol-version': session.protocolVersion }),
  };
  const limits = { total: leaveMs, idle: leaveMs, bodyBytes: wireLimits.messageBytes };
  server
    .fetch({ url: server.url, method: 'DELETE', headers, redirect: 'manual', limits })
    .then(({ body }) => body.destroy())
    // The server forgets the session by itself.
    .catch(() => undefined);
}

function eraOf(client: SdkClient): McpEra {
  const discover = client.getDiscoverResult();
  return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
}

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, Server, type ServerContext } from '@modelcontextprotocol/server';
import { listen } from '../outbound/world.ts';

/** A tool of a test server. */
export interface TestTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly run?: (given: Readonly<Record<string, unknown>>, context: ServerContext) => unknown;
}

/** The era of a test server: 2026-07-28 only, 2025-11-25 without and with sessions. */
export type TestEra = 'modern' | 'stateless' | 'sessions';

/** A server that speaks MCP, made with the official package. */
export interface TestMcpServer {
  readonly url: string;
  readonly port: number;
  /** The tools that it lists and runs from now on. */
  tools: readonly TestTool[];
  /** Tools of one page of a listing. */
  pageSize: number;
  /** Answers instead of the package if it returns true. */
  before: (request: IncomingMessage, response: ServerResponse, body: string) => boolean;
  /** The methods that arrived, `DELETE` among them. */
  readonly received: string[];
  /** The headers of the last request. */
  lastHeaders: IncomingMessage['headers'];
  close(): void;
}

/** Starts a server on loopback. */
export async function startMcpServer(era: TestEra): Promise<TestMcpServer> {
  const http = createServer((...exchange) => void serve(...exchange));
  const port = await listen(http);
  const server: TestMcpServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    tools: [],
    pageSize: 50,
    before: () => false,
    received: [],
    lastHeaders: {},
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  const handle = era === 'sessions' ? withSessions(server) : stateless(server, era);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = body === '' ? undefined : JSON.parse(body);
    server.received.push(parsed?.method ?? (parsed === undefined ? String(request.method) : 'response'));
    server.lastHeaders = request.headers;
    if (server.before(request, response, body)) return;
    await handle(request, response, parsed);
  };
  return server;
}

/** A request that a server has received: it has both. */
type Served = IncomingMessage & { method: string; url: string };

type Handle = (request: IncomingMessage, response: ServerResponse, body: unknown) => unknown;

function stateless(server: TestMcpServer, era: TestEra): Handle {
  const handler = createMcpHandler(() => createTools(server), { legacy: era === 'modern' ? 'reject' : 'stateless' });
  const node = toNodeHandler(handler);
  if (era === 'modern') return (request, response, body) => node(request as Served, response, body);
  return async (request, response, body) => {
    // As servers of the earlier era do, one that knows nothing of the later one.
    const transport = new NodeStreamableHTTPServerTransport({});
    await createTools(server).connect(transport);
    await transport.handleRequest(request, response, body);
  };
}

function withSessions(server: TestMcpServer): Handle {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  return async (request, response, body) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return known.handleRequest(request, response, body);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await createTools(server).connect(transport);
    await transport.handleRequest(request, response, body);
  };
}

function createTools(server: TestMcpServer): Server {
  const mcp = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler('tools/list', ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    const to = from + server.pageSize;
    const tools = server.tools.slice(from, to).map(({ name, description, inputSchema = {} }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: { type: 'object' as const, ...inputSchema },
    }));
    return { tools, ...(to < server.tools.length ? { nextCursor: String(to) } : {}) };
  });
  mcp.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = server.tools.find(({ name }) => name === params.name);
    const result = await tool?.run?.(params.arguments ?? {}, context);
    return (result ?? { content: [{ type: 'text', text: 'done' }] }) as CallToolResult;
  });
  return mcp;
}

/** A listener that answers each POST with a stream that it leaves to a function. */
export const streaming =
  (write: (response: ServerResponse, id: unknown, body: string) => void): TestMcpServer['before'] =>
  (_request, response, body) => {
    const { id, method } = JSON.parse(body || '{}');
    if (method !== 'tools/call') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response, id, body);
    return true;
  };

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Agent } from '../../src/features/agents/schema.ts';
import { failureExample } from '../../src/http/error-guide/guide.ts';
import { exampleOf } from '../../src/http/openapi/examples.ts';
import { send } from '../request.ts';
import { takeReplyCounts, takeReplyProblems, watchReplies } from './watched-replies.ts';

const agent = exampleOf(Agent) as Agent;
const json = 'application/json; charset=utf-8';
const rates = { ratelimit: '"default";r=59;t=42', 'ratelimit-policy': '"default";q=60;w=60' };
const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1790000000' };
const usual = { 'content-type': json, 'x-request-id': 'req_1', etag: '"1"', ...rates, ...limits };

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: unknown;
  /** Parts that are written before the rest. */
  readonly parts?: readonly string[];
}

/** The differences that are found in an answer to a request. */
async function problemsIn({ status = 200, headers = {}, body, parts = [] }: Answer, path: string): Promise<string[]> {
  server = createServer((_request, response) => {
    const given = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
    response.writeHead(status, Object.fromEntries(given) as Record<string, string>);
    for (const part of parts) response.write(part);
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  watchReplies(server, ['/api/agents/:id/own']);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  takeReplyCounts();
  await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { path });
  return takeReplyProblems();
}

const path = `/api/agents/${agent._id}`;
const right: Answer = { body: { success: true, data: agent } };

describe('replies of a test’s server', () => {
  it('are accepted if the document describes them', async () => {
    expect(await problemsIn(right, path)).toEqual([]);
    expect(takeReplyCounts()).toEqual({ checked: 1, refusals: 0, others: 0 });
  });

  it.each<[string, Answer, string]>([
    ['a field that is not documented', { body: { success: true, data: { ...agent, extra: 1 } } }, 'extra'],
    [
      'a field of another type',
      { body: { success: true, data: { ...agent, temperature: '0.3' } } },
      '/data/temperature',
    ],
    [
      'a time in another format',
      { body: { success: true, data: { ...agent, createdAt: 'today' } } },
      '/data/createdAt',
    ],
    ['a missing field', { body: { success: true, data: { ...agent, name: undefined } } }, "'name'"],
    ['a status that is not documented', { ...right, status: 203 }, 'answers 203'],
    ['a missing header', { ...right, headers: { etag: undefined } }, 'lacks the header etag'],
    ['a header of another operation', { ...right, headers: { location: '/' } }, 'has the header location'],
    ['a header that is no number', { ...right, headers: { 'x-ratelimit-limit': 'many' } }, 'no whole number'],
    ['another media type', { ...right, headers: { 'content-type': 'text/plain' } }, 'answers text/plain'],
    [
      'a code that is not documented',
      { status: 404, headers: { etag: undefined }, body: failureExample('message_not_found') },
      'fails with message_not_found',
    ],
  ])('are refused for %s', async (_what, answer, problem) => {
    expect((await problemsIn(answer, path)).join()).toContain(problem);
  });

  it('are checked event by event', async () => {
    const events = [
      'id: 1\nevent: message.delta\ndata: {"text":"a"}\n\n',
      ': ping\n\n',
      'id: 2\nevent: message.delta\ndata: {"txt":"b"}\n\n',
      'id: 3\nevent: message.de',
    ];
    const answer = { headers: { 'content-type': 'text/event-stream', etag: undefined }, parts: events };
    const problems = await problemsIn(answer, '/api/conversations/conv_1/stream');
    expect(problems.join()).toContain('txt');
    expect(problems.join()).not.toContain('message.de"');
  });

  it('are failures of ours at any other path of the API, but at the paths of the test itself', async () => {
    expect(await problemsIn({ status: 404, body: failureExample('route_not_found') }, '/api/none')).toEqual([]);
    expect(takeReplyCounts()).toEqual({ checked: 0, refusals: 1, others: 0 });
    server.close();
    expect(await problemsIn({ status: 404, body: { error: 'none' } }, '/api/none')).not.toEqual([]);
    server.close();
    expect(await problemsIn({ body: { any: 'thing' } }, `${path}/own`)).toEqual([]);
    expect(takeReplyCounts()).toEqual({ checked: 0, refusals: 0, others: 1 });
  });
});

import { afterAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { begin, ending, piece, startFakeProvider } from '../../../testing/servers/fake-provider.ts';

const token = 'a-metrics-token-that-is-long-enough';
const provider = await startFakeProvider();
afterAll(provider.close);

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

describe.each(anyEngine)('the end of a turn, on %s', (engine) => {
  const environment = { ...provider.environment, PARLEY_METRICS_TOKEN: token };
  const parley = service(engine, { environment: { ...environment, PARLEY_METRICS_WORKSPACES: '1' } });
  const silent = service(engine, { environment: { ...environment, PARLEY_LOG_REQUESTS: 'errors' } });
  const scrape = async (url: string) =>
    (await send(url, { path: '/metrics', headers: { authorization: `Bearer ${token}` } })).text;
  const linesOf = (log: string, msg: string) =>
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === msg);

  test('is one line of the log and counts in the metrics, without a word of the conversation', async () => {
    const words = 'a very private sentence';
    provider.play(
      `${engine}-reported`,
      (response) => void begin(response).end(piece('My own secret words.') + ending()),
    );
    provider.play(`${engine}-broken`, (response) => void response.writeHead(500).end('{}'));
    const alice = await parley.person();
    const key = await alice.key();
    const client = await alice.client();
    const ask = async (model: string) => {
      const { _id } = await client.agents.create({ name: model, model: `fake/${engine}-${model}` });
      const path = `/api/agents/${_id}/chat`;
      const headers = { traceparent };
      return {
        agent: _id,
        reply: await send(parley.url, { method: 'POST', path, key, headers, body: { content: words } }),
      };
    };
    const { agent, reply } = await ask('reported');
    const failed = await ask('broken');
    expect([reply.status, failed.reply.status]).toEqual([201, 502]);

    const [line, other, ...rest] = linesOf(parley.log(), 'reply ended');
    const { conversation, reply: message } = reply.json()['data'] as Record<string, Record<string, unknown>>;
    expect(line).toMatchObject({
      ...{ level: 30, workspace: alice.workspace, agent, model: `fake/${engine}-reported`, provider: 'fake' },
      ...{ conversation: conversation?.['_id'], message: message?.['_id'], outcome: 'complete' },
      ...{ inputTokens: 11, outputTokens: 7, firstTokenMs: expect.any(Number) },
      ...{ latencyMs: message?.['latencyMs'], requestId: reply.headers['x-request-id'], traceId: trace },
    });
    expect(other).toMatchObject({ outcome: 'failed', code: 'provider_error', traceId: trace });
    expect(rest).toEqual([]);
    expect(parley.log()).not.toMatch(/private sentence|secret words/);
    // The lines of the request and of the failure have the trace, too.
    for (const msg of ['request', 'request failed', 'a model did not complete its reply']) {
      expect(linesOf(parley.log(), msg).some(({ traceId }) => traceId === trace)).toBe(true);
    }

    const text = await scrape(parley.url);
    expect(text).toContain(`parley_replies_total{model="fake/${engine}-reported",outcome="complete"} 1`);
    expect(text).toContain(`parley_replies_total{model="fake/${engine}-broken",outcome="failed"} 1`);
    expect(text).toContain(`parley_tokens_total{model="fake/${engine}-reported",direction="input"} 11`);
    expect(text).toContain(`parley_tokens_total{model="fake/${engine}-reported",direction="output"} 7`);
    expect(text).toContain(`parley_replies_by_workspace_total{workspace="${alice.workspace}",outcome="complete"} 1`);
  });

  test('is logged whatever requests are, and names no workspace in the metrics unless a setting asks', async () => {
    const alice = await silent.person();
    const client = await alice.client();
    const { _id } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await client.agents.chat(_id, { message: 'Hello' });
    await vi.waitFor(() => expect(linesOf(silent.log(), 'reply ended')).toHaveLength(1));
    expect(linesOf(silent.log(), 'request')).toEqual([]);
    const text = await scrape(silent.url);
    expect(text).toContain('parley_replies_total{model="builtin/echo",outcome="complete"} 1');
    expect(text).not.toContain(alice.workspace);
  });
});

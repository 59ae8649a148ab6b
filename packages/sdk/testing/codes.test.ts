// @module-tag pure

import { describe, expect, it } from 'vitest';
import { createApi } from '../src/core/api.ts';
import { createTransport } from '../src/core/send.ts';
import { type Host, type ParleyOptions, readSettings } from '../src/core/settings.ts';
import { type ClientErrorCode, clientErrorCodes, webhooks } from '../src/index.ts';
import { createAgents } from '../src/resources/agents.ts';
import { createKnowledgeSources } from '../src/resources/knowledge/knowledge-sources.ts';
import { failureOf, key } from './clients.ts';

const baseURL = 'https://parley.example.com';
const stream = { headers: { 'Content-Type': 'text/event-stream' } };
const page = () => Response.json({ success: true, data: { items: [], nextCursor: null } });
const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });

/** Agents of a client whose service is a function. */
function agents(answer: () => Response | Promise<Response>, options: ParleyOptions = {}, host?: Host) {
  const fetch = async (_url: string, { signal }: RequestInit) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return await Promise.race([answer(), aborted]);
  };
  const settings = readSettings({ apiKey: key, baseURL, maxRetries: 0, fetch, ...options }, host);
  return createAgents(createApi(createTransport(settings)));
}

/** The events of a response whose body never brings anything, until the request is aborted. */
function silent() {
  const answer = ({ signal }: { signal: AbortSignal }) =>
    new Response(
      new ReadableStream({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      }),
      stream,
    );
  const fetch = async (_url: string, init: RequestInit) => answer({ signal: init.signal as AbortSignal });
  return agents(page, { fetch, timeout: 20 }).stream('agent_1', { content: 'Hello' }).final();
}

/** Sources whose status never changes. */
const sources = (status: string) => {
  const fetch = async () => Response.json({ success: true, data: { status, error: null } });
  return createKnowledgeSources(createApi(createTransport(readSettings({ apiKey: key, baseURL, fetch }, host(false)))));
};

const never = () => new Promise<Response>(() => {});
const host = (browser: boolean): Host => ({ browser, env: () => undefined });
const read = async (options: ParleyOptions, browser = false) => readSettings(options, host(browser));

/** Calls that fail with each code. */
const causes: Readonly<Record<ClientErrorCode, () => PromiseLike<unknown>>> = {
  missing_api_key: () => read({ baseURL }),
  invalid_api_key: () => read({ baseURL, apiKey: 'a b' }),
  key_in_browser: () => read({ baseURL, apiKey: key }, true),
  missing_base_url: () => read({ apiKey: key }),
  invalid_base_url: () => read({ apiKey: key, baseURL: 'parley.example.com' }),
  invalid_option: () => read({ apiKey: key, baseURL, timeout: 0 }),
  invalid_argument: async () => agents(page).retrieve(''),
  connection_failed: () => agents(() => Promise.reject(new TypeError('fetch failed'))).retrieve('agent_1'),
  connection_lost: () => agents(() => new Response(broken())).retrieve('agent_1'),
  connection_timeout: () => agents(never, { timeout: 20 }).retrieve('agent_1'),
  stream_interrupted: () =>
    agents(() => new Response(broken(), stream))
      .stream('agent_1', { content: 'Hello' })
      .final(),
  stream_stalled: silent,
  stream_consumed: async () => {
    const events = agents(() => new Response('', stream)).stream('agent_1', { content: 'Hello' });
    await failureOf(events.final());
    return events.final();
  },
  invalid_response: () => agents(() => new Response('<!doctype html>')).retrieve('agent_1'),
  source_failed: async () => sources('failed').waitUntilReady('src_1'),
  wait_timeout: async () => sources('queued').waitUntilReady('src_1', { timeout: 1 }),
  invalid_webhook_signature: () => webhooks.unwrap('{}', {}, 'whsec_c2VjcmV0'),
  aborted: () => agents(never).retrieve('agent_1', { signal: AbortSignal.abort() }),
};

describe('the codes of the client', () => {
  it.each(clientErrorCodes)('%s comes with its error', async (code) => {
    expect(await failureOf(causes[code]())).toMatchObject({ code });
  });

  it('are undefined only for other errors', async () => {
    const refused = () => Response.json({ success: false, error: 'No.' }, { status: 404 });
    expect(await failureOf(agents(refused).retrieve('agent_1'))).toMatchObject({ status: 404, code: undefined });
  });
});

import { APIError, type MessageFailedError, type Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import type { FailureReason, ToldFailure } from '../failure.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

/** Refuses with a body. */
const refuses =
  (status: number, body: unknown): fake.Play =>
  (response) => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_of_the_vendor', 'retry-after': '3600' };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Streams a text, and then an event. */
const reports =
  (text: string, event: string): fake.Play =>
  (response) => {
    fake.begin(response).end(text + event);
  };

const openai = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});
const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
});

interface Case {
  readonly vendor: 'fake' | 'openai' | 'anthropic';
  readonly play: fake.Play;
  readonly reason: FailureReason;
  readonly status?: number;
  /** The end of the sentence. */
  readonly says: string;
  /** The provider's words in the log. */
  readonly told?: object;
  readonly asked?: number;
}

const tooLong =
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please " +
  'reduce the length of the messages.';

const cases: Readonly<Record<string, Case>> = {
  'OpenAI: context length': {
    vendor: 'openai',
    play: refuses(400, openai(tooLong, 'invalid_request_error', 'context_length_exceeded')),
    ...{ reason: 'context_too_long', status: 400, says: 'the prompt is too long for its context (status 400).' },
    told: {
      ...{ type: 'invalid_request_error', code: 'context_length_exceeded', message: tooLong },
      requestId: 'req_of_the_vendor',
    },
  },
  'OpenAI: model not found': {
    vendor: 'openai',
    play: refuses(
      404,
      openai(
        'The model `gpt-9` does not exist or you do not have access to it.',
        'invalid_request_error',
        'model_not_found',
      ),
    ),
    ...{ reason: 'unknown_model', status: 404, says: 'its provider does not have it (status 404).' },
    told: { code: 'model_not_found' },
  },
  'OpenAI: insufficient quota': {
    vendor: 'openai',
    play: refuses(
      429,
      openai(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      ),
    ),
    ...{ reason: 'quota_used_up', status: 429, says: 'the quota at its provider is used up (status 429).' },
  },
  'OpenAI: rate limit': {
    vendor: 'openai',
    play: refuses(429, openai('Rate limit reached for gpt-4o.', 'tokens', 'rate_limit_exceeded')),
    ...{ reason: 'rate_limited', status: 429, says: 'its provider receives too many requests (status 429).' },
  },
  'OpenAI: content policy': {
    vendor: 'openai',
    play: refuses(
      400,
      openai(
        'Your request was rejected as a result of our safety system.',
        'invalid_request_error',
        'content_policy_violation',
      ),
    ),
    reason: 'content_policy',
    ...{ status: 400, says: 'the content policy of its provider refused the request (status 400).' },
  },
  'Azure: content filter': {
    vendor: 'fake',
    play: refuses(400, openai('The response was filtered.', 'invalid_request_error', 'content_filter')),
    reason: 'content_policy',
    ...{ status: 400, says: 'the content policy of its provider refused the request (status 400).' },
  },
  'OpenAI: a reply that the content filter emptied': {
    vendor: 'openai',
    play: (response) => void fake.begin(response).end(fake.ending('content_filter')),
    ...{ reason: 'content_policy', says: 'the content policy of its provider refused the request.' },
    told: { code: 'content_filter' },
  },
  'OpenAI: a wrong key': {
    vendor: 'openai',
    play: refuses(
      401,
      openai(`Incorrect API key provided: ${fake.providerKey}.`, 'invalid_request_error', 'invalid_api_key'),
    ),
    ...{ reason: 'authentication', status: 401, says: 'its provider refused the API key (status 401).' },
    told: { code: 'invalid_api_key', message: 'Incorrect API key provided: [redacted]' },
  },
  'OpenAI: a bad request': {
    vendor: 'openai',
    play: refuses(
      400,
      openai("Unsupported parameter: 'max_tokens'.", 'invalid_request_error', 'unsupported_parameter'),
    ),
    ...{ reason: 'bad_request', status: 400, says: 'it answered with status 400.' },
    told: { message: "Unsupported parameter: 'max_tokens'." },
  },
  'OpenAI: an error within the reply': {
    vendor: 'openai',
    play: reports(fake.piece('Half'), `data: ${JSON.stringify(openai('Our servers are sorry.', 'server_error'))}\n\n`),
    ...{ reason: 'unavailable', says: 'its provider reported an error.' },
    told: { type: 'server_error', message: 'Our servers are sorry.' },
  },
  'Anthropic: prompt too long': {
    vendor: 'anthropic',
    play: refuses(400, anthropic('invalid_request_error', 'prompt is too long: 215000 tokens > 200000 maximum')),
    ...{ reason: 'context_too_long', status: 400, says: 'the prompt is too long for its context (status 400).' },
    told: { type: 'invalid_request_error', message: 'prompt is too long: 215000 tokens > 200000 maximum' },
  },
  'Anthropic: unknown model': {
    vendor: 'anthropic',
    play: refuses(404, anthropic('not_found_error', 'model: claude-9')),
    ...{ reason: 'unknown_model', status: 404, says: 'its provider does not have it (status 404).' },
  },
  'Anthropic: credit used up': {
    vendor: 'anthropic',
    play: refuses(
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    ),
    ...{ reason: 'quota_used_up', status: 400, says: 'the quota at its provider is used up (status 400).' },
  },
  'Anthropic: overloaded': {
    vendor: 'anthropic',
    play: refuses(529, anthropic('overloaded_error', 'Overloaded')),
    ...{ reason: 'unavailable', status: 529, says: 'it answered with status 529.' },
    told: { type: 'overloaded_error' },
  },
  'Anthropic: overloaded within the reply': {
    vendor: 'anthropic',
    play: reports(
      `event: message_start\ndata: ${JSON.stringify({
        type: 'message_start',
        message: {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [] },
          stop_reason: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      })}\n\nevent: ping\ndata: {"type":"ping"}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n`,
      `event: error\ndata: ${JSON.stringify(anthropic('overloaded_error', 'Overloaded'))}\n\n`,
    ),
    ...{ reason: 'unavailable', says: 'its provider reported an error.' },
    told: { type: 'overloaded_error', message: 'Overloaded' },
  },
  'Anthropic: a refusal': {
    vendor: 'anthropic',
    play: fake.saysAsAnthropic([], 'refusal'),
    ...{ reason: 'content_policy', says: 'the content policy of its provider refused the request.' },
    told: { code: 'refusal' },
  },
  'Ollama: unknown model': {
    vendor: 'fake',
    play: refuses(404, openai('model "phi9" not found, try pulling it first', 'api_error')),
    ...{ reason: 'unknown_model', status: 404, says: 'its provider does not have it (status 404).' },
  },
  'a proxy’s page': {
    vendor: 'fake',
    play: refuses(403, `<h1>Forbidden</h1>\n<p>${'x '.repeat(600)}</p>`),
    ...{ reason: 'authentication', status: 403, says: 'its provider refused the API key (status 403).' },
    told: { message: expect.stringMatching(/^<h1>Forbidden<\/h1> <p>x x .*…$/) },
  },
};

describe.each(anyEngine)('failures in the words of vendors, on %s', (engine) => {
  const parley = service(engine, {
    environment: {
      ...provider.environment,
      ...{ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: fake.providerKey },
      ...{ ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_API_KEY: fake.providerKey },
    },
    modelLimits: { retryDelay: 10, maxRetryAfter: 300 },
  });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const agentWith = async (name: string, { vendor, play }: Case) => {
    const model = `${engine} ${name}`.replaceAll(/[^a-z]+/gi, '-');
    provider.play(model, play);
    return client.agents.create({ name: 'Fails', model: `${vendor}/${model}`, systemPrompt: 'A secret prompt.' });
  };
  const reportsOf = () =>
    parley
      .log()
      .split('\n')
      .filter((line) => line.includes('a model did not complete its reply'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test.each(Object.entries(cases))('%s', async (name, each) => {
    const { reason, status, says, told } = each;
    const { _id: agent, model } = await agentWith(name, each);
    const failure = await client.agents.chat(agent, { message: 'A secret question' }).catch((error: unknown) => error);
    if (!(failure instanceof APIError) || failure.failed === undefined) throw failure;
    expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
    expect(failure.message).toBe(`The model ${model} did not complete its reply: ${says}`);
    const { conversation, message, reply } = failure.failed;
    const report = reportsOf().find((line) => line['reply'] === reply);
    expect(report).toMatchObject({
      ...{ level: 40, requestId: failure.requestId, conversation, agent, model, reason },
      ...(status !== undefined && { providerStatus: status }),
      ...(told && { provider: told }),
    });

    // The caller reads the provider's own words, as the log has them; but no page of a proxy.
    const said = (report?.['provider'] as ToldFailure | undefined)?.message;
    const providerMessage = said?.startsWith('<') === true ? undefined : said;
    expect(failure.details).toEqual([
      { path: 'reply', message: reply },
      ...(status === undefined ? [] : [{ path: 'providerStatus', message: String(status) }]),
      ...(providerMessage === undefined ? [] : [{ path: 'providerMessage', message: providerMessage }]),
      { path: 'reason', message: reason },
    ]);
    expect((await client.messages.retrieve(reply)).error).toEqual({
      ...{ code: 'provider_error', message: failure.message, reason },
      ...(status !== undefined && { providerStatus: status }),
      ...(providerMessage !== undefined && { providerMessage }),
    });
    expect(await client.messages.retrieve(reply)).toMatchObject({ conversation, replyTo: message, status: 'failed' });
    expect(JSON.stringify(failure.details)).not.toContain(fake.providerKey);

    const text = JSON.stringify(report);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(fake.providerKey);
    expect(text.length).toBeLessThan(2_000);
  });

  test('a stream ends with the reason', async () => {
    const [name, each] = ['OpenAI: streamed', cases['OpenAI: context length']] as const;
    if (each === undefined) throw new Error('There is no such case.');
    const { _id: agent } = await agentWith(name, each);
    const events: { type: string }[] = [];
    for await (const event of client.agents.stream(agent, { message: 'Hi' })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'message.failed', code: 'provider_error', reason: 'context_too_long' });
    const failure = await client.agents
      .stream(agent, { message: 'Hi' })
      .final()
      .catch((error: unknown) => error);
    expect(failure as MessageFailedError).toMatchObject({ reason: 'context_too_long', providerStatus: 400 });
  });

  test('a used-up quota is not asked again, and a text that the filter cut off is kept', async () => {
    provider.play(
      `${engine}-cut`,
      (response) => void fake.begin(response).end(fake.piece('So far') + fake.ending('content_filter')),
    );
    const { _id: agent } = await client.agents.create({ name: 'Cut', model: `openai/${engine}-cut` });
    expect((await client.agents.chat(agent, { message: 'Hi' })).reply).toMatchObject({
      ...{ status: 'complete', content: 'So far', finishReason: 'content-filter', error: null },
    });
    const quota = { error: { message: 'Quota', type: 'insufficient_quota', code: 'insufficient_quota' } };
    provider.play(
      `${engine}-quota`,
      (response) => void response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(quota)),
    );
    const { _id: other } = await client.agents.create({ name: 'Quota', model: `openai/${engine}-quota` });
    await expect(client.agents.chat(other, { message: 'Hi' })).rejects.toMatchObject({ status: 502 });
    expect(provider.asked.filter(({ model }) => model === `${engine}-quota`)).toHaveLength(1);
  });
});

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { startService } from '../../../testing/harness.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import type { ModelLimits } from '../../models/limits.ts';

/** Limits that a slow machine doesn't reach. */
const patient = { list: 30_000, listWait: 30_000 };

const opened: fake.FakeProvider[] = [];
const startProvider = async () => {
  const provider = await fake.startFakeProvider();
  opened.push(provider);
  return provider;
};
afterAll(() => Promise.all(opened.map((provider) => provider.close())));

/** Returns a list of models in OpenAI's format, which is also that of Anthropic. */
const lists =
  (...ids: readonly string[]): fake.ListPlay =>
  (response) => {
    const data = ids.map((id) => ({ id, object: 'model' }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
  };

describe.each(anyEngine)('the models of an instance, on %s', (engine) => {
  /** A client of an instance with these settings. */
  const clientWith = async (environment: Record<string, string>, modelLimits: Partial<ModelLimits> = patient) => {
    const parley = await startService(engine, { environment, modelLimits });
    onTestFinished(parley.close);
    return (await parley.person()).client();
  };
  const openai = ({ url }: fake.FakeProvider) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: fake.providerKey });
  const anthropic = ({ url }: fake.FakeProvider) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: fake.providerKey });

  test('without a provider: the built-in ones, with what they are for', async () => {
    const client = await clientWith({});
    const { default: usual, items, providers } = await client.models.list({ limit: 100 });
    expect(usual).toBe('builtin/extract');
    expect(items.filter(({ usable }) => usable)).toMatchObject([
      { _id: 'builtin/echo', description: expect.stringContaining('for tests') },
      { _id: 'builtin/extract', description: expect.stringContaining('knowledge sources, quoting them') },
    ]);
    expect(providers).toMatchObject([
      { name: 'builtin', usable: true, open: false, listed: true, listReason: null },
      {
        name: 'openai',
        usable: false,
        open: true,
        listed: false,
        listReason: 'It has no API key (OPENAI_API_KEY).',
      },
      { name: 'anthropic', usable: false, listed: false },
    ]);
    expect((await client.agents.create({ name: 'By default' })).model).toBe('builtin/extract');
  });

  test('a provider’s own list: the models that converse, asked for once with its key', async () => {
    const provider = await startProvider();
    provider.list(lists('gpt-9', 'text-embedding-3-small', 'gpt-9-mini', 'gpt-9', 'whisper-1', 'dall-e-3', ''));
    const client = await clientWith(openai(provider));
    const { items, providers } = await client.models.list({ limit: 100 });
    const ids = items.filter((item) => item.provider === 'openai').map(({ _id }) => _id);
    expect(ids).toEqual(['openai/gpt-9', 'openai/gpt-9-mini']);
    expect(providers[1]).toMatchObject({ name: 'openai', usable: true, open: true, listed: true, listReason: null });
    expect((await client.agents.create({ name: 'Bare', model: 'gpt-9-mini' })).model).toBe('openai/gpt-9-mini');
    await expect(client.agents.create({ name: 'Wrong', model: 'openai/gpt-9-minni' })).rejects.toMatchObject({
      status: 400,
      message: 'Unknown model openai/gpt-9-minni. Did you mean openai/gpt-9-mini?',
    });
    expect((await client.agents.create({ name: 'Own', model: 'openai/ft:gpt-9:acme' })).model).toBe(
      'openai/ft:gpt-9:acme',
    );
    expect(provider.listed).toMatchObject([{ authorization: `Bearer ${fake.providerKey}` }]);
  });

  test('a provider’s own list: no name that an agent can’t be given, and at most 1,000', async () => {
    const provider = await startProvider();
    const odd = ['', ' first', 'last ', 'a//b', 'x/', '/y', 'line\nbreak', 'half\ud800', 'n'.repeat(10_240)];
    const many = Array.from({ length: 50_000 }, (_, index) => `m${index}`);
    provider.list(lists(...odd, 'two words', 'org/name', ...many));
    const client = await clientWith(provider.environment);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.models.list({ limit: 100, ...(cursor !== undefined && { cursor }) });
      ids.push(...page.items.filter((item) => item.provider === 'fake').map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toHaveLength(1_000);
    expect(ids.filter((id) => !/^fake\/m\d+$/.test(id))).toEqual(['fake/org/name', 'fake/two words']);
    for (const model of ['fake/org/name', 'fake/two words', 'fake/m49999'])
      expect((await client.agents.create({ name: 'Odd', model })).model).toBe(model);
  });

  test('Anthropic’s list, and an alias of one of its models', async () => {
    const provider = await startProvider();
    const asked: string[] = [];
    provider.list((response, url) => {
      asked.push(url);
      return lists('claude-sonnet-4-5-20250929', 'claude-3-5-haiku-20241022')(response, url);
    });
    const client = await clientWith(anthropic(provider));
    const { default: usual, items } = await client.models.list({ limit: 100 });
    expect(items.filter((item) => item.provider === 'anthropic').map(({ _id }) => _id)).toEqual([
      'anthropic/claude-3-5-haiku-20241022',
      'anthropic/claude-sonnet-4-5',
      'anthropic/claude-sonnet-4-5-20250929',
    ]);
    expect(usual).toBe('anthropic/claude-sonnet-4-5');
    expect((await client.agents.create({ name: 'Bare', model: 'claude-sonnet-4-5' })).model).toBe(usual);
    expect(asked).toEqual(['/v1/models?limit=1000']);
    expect(provider.listed[0]).toMatchObject({ 'x-api-key': fake.providerKey, 'anthropic-version': '2023-06-01' });
  });

  test('`_MODELS` is the list, and the provider isn’t asked', async () => {
    const provider = await startProvider();
    const client = await clientWith({ ...provider.environment, FAKE_MODELS: 'small,large' });
    const { default: usual, items, providers } = await client.models.list({ limit: 100 });
    expect(usual).toBe('fake/small');
    expect(items.map(({ _id }) => _id)).toContain('fake/large');
    expect(providers.at(-1)).toMatchObject({ name: 'fake', open: false, listed: true });
    expect(provider.listed).toEqual([]);
  });

  test.each<[string, fake.ListPlay, RegExp, Partial<ModelLimits>?]>([
    ['refuses', (response) => void response.writeHead(401).end('no'), /answered with status 401\.$/],
    ['sends a page', (response) => void response.end('<h1>Welcome</h1>'), /can’t be read\.$/],
    ['sends no list', (response) => void response.end('{"data":{}}'), /can’t be read\.$/],
    ['redirects', (response) => void response.writeHead(302, { location: '/' }).end(), /redirected\.$/],
    ['sends too much', (response) => void response.end(`"${'x'.repeat(3_000_000)}"`), /too large/],
    ['never ends', (response) => void response.write('{"data":['), /did not answer in time\.$/, { list: 1_000 }],
    ['hangs up', (response) => void response.socket?.destroy(), /could not be reached\.$/],
    ['is silent', () => undefined, /has not answered yet\.$/, { listWait: 100 }],
    ['never answers', () => undefined, /did not answer in time\.$/, { list: 1_000, listRetry: 600_000 }],
  ])('a provider that %s: any name is accepted', async (_, play, reason, limits = {}) => {
    const provider = await startProvider();
    provider.list(play);
    const client = await clientWith(provider.environment, { ...patient, listRetry: 600_000, ...limits });
    const { default: usual, items, providers } = await client.models.list({ limit: 100 });
    expect(providers.at(-1)).toMatchObject({ name: 'fake', usable: true, open: true, listed: false });
    expect(providers.at(-1)?.listReason).toMatch(reason);
    expect(items.filter((item) => item.provider === 'fake')).toEqual([]);
    expect(usual).toBe('builtin/extract');
    expect((await client.agents.create({ name: 'Any', model: 'fake/any' })).model).toBe('fake/any');
    await expect(client.agents.create({ name: 'Bare', model: 'any' })).rejects.toMatchObject({
      message: 'Unknown model any. Did you mean fake/any?',
    });
    expect(provider.listed).toHaveLength(1);
  });

  test('the default is the operator’s, else that of the first provider that has one', async () => {
    const [first, second] = [await startProvider(), await startProvider()];
    first.list(lists());
    second.list(lists('nomic-embed-text', 'llama3.2:latest', 'phi4'));
    const own = {
      PARLEY_PROVIDERS: 'first,second',
      ...{ FIRST_BASE_URL: first.url, SECOND_BASE_URL: second.url },
    };
    const defaultOf = async (environment: Record<string, string>) => {
      const client = await clientWith(environment);
      const { model } = await client.agents.create({ name: 'By default' });
      expect((await client.models.list({ limit: 100 })).default).toBe(model);
      return model;
    };
    expect(await defaultOf(own)).toBe('second/llama3.2:latest');
    expect(await defaultOf({ ...own, ...openai(first), OPENAI_MODELS: 'gpt-8,gpt-5-mini' })).toBe('openai/gpt-5-mini');
    expect(await defaultOf({ ...own, ...openai(first), OPENAI_MODELS: 'gpt-8' })).toBe('openai/gpt-8');
    expect(await defaultOf({ ...own, PARLEY_DEFAULT_MODEL: 'echo' })).toBe('builtin/echo');
  });
});

// @module-tag pure

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { embeddingOf, embeds, embedsUpTo, inputOf } from '../../../testing/servers/fake-embeddings.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import { ConfigError, readConfig } from '../../config/config.ts';
import type { ModelLimits } from '../limits.ts';
import { ModelError } from '../model.ts';
import { createModels } from '../models.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

const limits = { embed: 30_000, retryDelay: 5, maxRetryAfter: 300 };

let models = 0;

/** An embedding model of its own for a test, and the requests that it got. */
function embedderOf(given: Partial<ModelLimits> = {}, environment: Readonly<Record<string, string>> = {}) {
  models += 1;
  const name = `embed-${models}`;
  const settings = { ...provider.environment, PARLEY_EMBEDDING_MODEL: `fake/${name}`, ...environment };
  const config = readConfig(settings);
  const all = createModels({ ...config, limits: { ...limits, ...given } });
  onTestFinished(() => all.close());
  const { embedder } = all;
  if (embedder === undefined) throw new Error('No embedding model is set.');
  const { signal } = new AbortController();
  return {
    name,
    embedder,
    embed: (...texts: string[]) => embedder.embed(texts, { signal }),
    asked: () => provider.asked.filter(({ model }) => model === name),
  };
}

const failureOf = async (failing: Promise<unknown>): Promise<ModelError> => {
  const error = await failing.catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelError)) throw new Error('It did not fail with a ModelError.', { cause: error });
  return error;
};

const lengthOf = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));

describe('an embedding model', () => {
  test('returns a unit vector for each text, in order, from one request', async () => {
    const { embed, asked, name, embedder } = embedderOf();
    const vectors = await embed('red apples', 'the price of a car');
    expect(vectors.map((vector) => vector.length)).toEqual([256, 256]);
    for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
    expect(vectors[0]?.[7]).toBeCloseTo(embeddingOf('red apples')[7] ?? 2, 5);
    const [request, ...others] = asked();
    expect(others).toEqual([]);
    expect(request?.path).toBe('/v1/embeddings');
    expect(request?.headers.authorization).toBe(`Bearer ${fake.providerKey}`);
    expect(request?.body).toMatchObject({ model: name, input: ['red apples', 'the price of a car'] });
    expect(embedder.state()).toMatchObject({ state: 'works', dimensions: 256 });
  });

  test('puts vectors in order by their index, and scales them to length 1', async () => {
    const { embed, name } = embedderOf();
    provider.play(
      name,
      embeds({
        as: (items) =>
          items
            .map(({ index, embedding }) => ({ index, embedding: embedding.map((value) => value * 40) }))
            .toReversed(),
      }),
    );
    const [first] = await embed('one', 'two', 'three');
    expect(first?.[3]).toBeCloseTo(embeddingOf('one')[3] ?? 2, 5);
    expect(lengthOf(first)).toBeCloseTo(1, 5);
  });

  test('takes responses of several MiB, as many texts of many dimensions have', async () => {
    const { embed, name } = embedderOf();
    provider.play(name, embeds({ dimensions: 3_072 }));
    const vectors = await embed(...Array.from({ length: 64 }, (_, at) => `text ${at}`));
    expect(vectors).toHaveLength(64);
  });

  test('retries what may pass, and waits as long as the provider says', async () => {
    const { embed, name, asked } = embedderOf();
    provider.play(name, fake.refuses(500), fake.refuses(429, { 'retry-after': '0' }), embeds());
    expect(await embed('again')).toHaveLength(1);
    expect(asked()).toHaveLength(3);
  });

  test('cuts texts that are too long for the model, and keeps the others whole', async () => {
    const { embed, name, asked } = embedderOf();
    provider.play(name, embedsUpTo(500));
    const [short, long] = await embed('short', 'w'.repeat(1_500));
    expect(short?.[3]).toBeCloseTo(embeddingOf('short')[3] ?? 2, 5);
    expect(long).toHaveLength(256);
    expect(asked().flatMap(({ body }) => inputOf(body).map((text) => text.length))).toContain(375);
  });
});

const faults: Readonly<
  Record<string, { plays: [fake.Play, ...fake.Play[]]; says: RegExp; kind: string; asked?: number }>
> = {
  'a refused key': { plays: [fake.refuses(401)], kind: 'refused', says: /refused the API key/ },
  '500 each time': { plays: [fake.refuses(500)], kind: 'refused', says: /status 500/, asked: 3 },
  '429 for an hour': { plays: [fake.refuses(429, { 'retry-after': '3600' })], kind: 'refused', says: /too many/ },
  'no JSON': { plays: [(response) => void response.writeHead(200).end('<html>')], kind: 'broken', says: /not be read/ },
  'a vector too few': {
    plays: [embeds({ as: (items) => items.slice(1) })],
    ...{ kind: 'broken', says: /1 vectors for 2 texts/ },
  },
  'vectors of different dimensions': {
    plays: [embeds({ as: (items) => items.map((item, at) => (at === 0 ? { ...item, embedding: [1] } : item)) })],
    ...{ kind: 'broken', says: /different dimensions/ },
  },
  'empty vectors': {
    plays: [embeds({ as: (items) => items.map((item) => ({ ...item, embedding: [] })) })],
    ...{ kind: 'broken', says: /0 dimensions/ },
  },
  'too many dimensions': {
    plays: [embeds({ dimensions: 8_200 })],
    kind: 'broken',
    says: /8200 dimensions; at most 8192/,
  },
  'numbers that are not finite': {
    plays: [(response) => void response.writeHead(200).end('{"data":[{"embedding":[1e300]},{"embedding":[1]}]}')],
    ...{ kind: 'broken', says: /not finite/ },
  },
  'a redirect': {
    plays: [(response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ...{ kind: 'broken', says: /redirected/ },
  },
  'more than 8 MiB': {
    plays: [(response) => void response.writeHead(200).end('x'.repeat(9 * 1024 * 1024))],
    ...{ kind: 'broken', says: /too large/ },
  },
};

describe('an embedding model fails with a typed error, and its words contain no key', () => {
  test.each(Object.entries(faults))('%s', async (_name, { plays, says, kind, asked: requests = 1 }) => {
    const { embed, name, asked, embedder } = embedderOf();
    provider.play(name, ...plays);
    const failure = await failureOf(embed('one', 'two'));
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(says) });
    expect(`${failure.message} ${JSON.stringify(failure.told ?? {})}`).not.toContain(fake.providerKey);
    expect(asked()).toHaveLength(requests);
    expect(embedder.state()).toMatchObject({ state: 'fails' });
  });

  test('a provider that says nothing', async () => {
    const { embed, name } = embedderOf({ embed: 50 });
    provider.play(name, fake.keepsSilent);
    expect(await failureOf(embed('one'))).toMatchObject({ kind: 'timeout' });
  });

  test('a provider that is down', async () => {
    const { embed } = embedderOf({}, { FAKE_BASE_URL: 'http://127.0.0.1:1/v1' });
    expect(await failureOf(embed('one'))).toMatchObject({ kind: 'unreachable' });
  });

  test('a signal that fires ends the request with its reason', async () => {
    const { embedder, name, asked } = embedderOf();
    const conducted = fake.conducted();
    provider.play(name, conducted.play);
    const controller = new AbortController();
    const embedding = embedder.embed(['one'], { signal: controller.signal });
    await conducted.begun;
    controller.abort(new Error('enough'));
    await expect(embedding).rejects.toThrow('enough');
    await asked()[0]?.closed;
  });
});

describe('PARLEY_EMBEDDING_MODEL', () => {
  const problemsOf = (model: string, environment: Readonly<Record<string, string>> = {}) => {
    try {
      readConfig({ ...provider.environment, PARLEY_EMBEDDING_MODEL: model, ...environment });
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
    }
    return '';
  };

  test('may be absent, or a model of OpenAI or of an endpoint', () => {
    expect(readConfig(provider.environment).embeddings).toBeUndefined();
    expect(problemsOf('fake/any-name:tag')).toBe('');
    expect(problemsOf('openai/text-embedding-3-small', { OPENAI_API_KEY: 'sk-1' })).toBe('');
  });

  test.each([
    ['text-embedding-3-small', /PARLEY_EMBEDDING_MODEL: must be provider\/name/],
    ['fake/', /must be provider\/name/],
    ['none/embed', /there is no provider none; name a model of openai, fake/],
    ['anthropic/claude', /Anthropic has no embedding models; name a model of openai, fake/],
    ['builtin/echo', /the built-in models don’t embed texts/],
    ['openai/text-embedding-3-small', /OPENAI_API_KEY is required to use it/],
  ])('%s is refused at the start', (model, says) => {
    expect(problemsOf(model)).toMatch(says);
  });
});

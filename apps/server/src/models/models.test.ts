// @module-tag pure

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { conducted, startFakeProvider } from '../../testing/servers/fake-provider.ts';
import { echo } from './builtin/echo.ts';
import { callModel } from './call.ts';
import { modelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider } from './model.ts';
import { createModels } from './models.ts';
import { readProviders } from './providers/settings.ts';

const request = (content: string, signal = new AbortController().signal): ModelRequest => ({
  model: 'any',
  system: 'Be brief.',
  messages: [{ role: 'user', content }],
  temperature: 0.5,
  signal,
});

async function collect(parts: AsyncIterable<ModelPart>) {
  const all: ModelPart[] = [];
  for await (const part of parts) all.push(part);
  const texts = all.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { texts, text: texts.join(''), last: all.at(-1) };
}

describe('builtin/echo', () => {
  test.each(['', ' ', 'one', ' one  two\nthree ', 'é 👍🏽\u2028x'])('echoes %j word by word', async (text) => {
    const said = await collect(echo(request(text)));
    expect(said.text).toBe(text);
    for (const word of said.texts) expect(word.trim()).not.toMatch(/\s/);
    expect(said.last).toMatchObject({ type: 'end', finishReason: 'stop' });
  });

  test('stops when the signal fires', async () => {
    const controller = new AbortController();
    const texts: string[] = [];
    for await (const part of echo(request('one two three', controller.signal))) {
      if (part.type === 'text') texts.push(part.text);
      controller.abort();
    }
    expect(texts).toEqual(['one ']);
  });
});

describe('settings', () => {
  test('names every invalid setting at once and repeats no secret value', () => {
    const problems: string[] = [];
    readProviders(
      {
        PARLEY_PROVIDERS: 'ollama,Bad Name,openai,vllm,vllm',
        VLLM_BASE_URL: 'ftp://secret@host',
        VLLM_CONTEXT_TOKENS: '12',
        VLLM_FIRST_TOKEN_SECONDS: '601',
        OPENAI_API_KEY: 'sk-secret with a space',
        ANTHROPIC_MODELS: 'a,,b',
      },
      problems,
    );
    const names = problems.map((problem) => problem.split(':')[0]);
    expect(names.sort()).toEqual([
      'ANTHROPIC_MODELS',
      'OLLAMA_BASE_URL',
      'OPENAI_API_KEY',
      'PARLEY_PROVIDERS',
      'PARLEY_PROVIDERS',
      'PARLEY_PROVIDERS',
      'VLLM_BASE_URL',
      'VLLM_CONTEXT_TOKENS',
      'VLLM_FIRST_TOKEN_SECONDS',
    ]);
    expect(problems.join()).not.toContain('secret');
  });
});

test('a provider can have its own timeout for the first part', async () => {
  const provider = await startFakeProvider();
  onTestFinished(provider.close);
  /** Requests a reply that starts after 1.5 s; the default timeout is 1 s. */
  const ask = async (environment: Record<string, string>) => {
    const answer = conducted();
    provider.play('slow', answer.play);
    const providers = readProviders({ ...provider.environment, ...environment }, []);
    const models = createModels({ providers, limits: { firstToken: 1_000 } });
    onTestFinished(models.close);
    const found = await models.find('fake/slow');
    if (found === undefined) throw new Error('There is no such model.');
    setTimeout(() => {
      answer.say('Good morning.');
      answer.end();
    }, 1_500);
    return (await collect(models.stream(found, request('Hello')))).text;
  };
  await expect(ask({})).rejects.toMatchObject({ kind: 'timeout' });
  expect(await ask({ FAKE_FIRST_TOKEN_SECONDS: '30' })).toBe('Good morning.');
});

describe('a call whose signal fires', () => {
  const reason = new Error('Cancelled.');
  const call = (signal: AbortSignal, stream: Provider['stream']) =>
    collect(callModel({ stream } as Provider, { signal } as ModelRequest, { ...modelLimits, retryDelay: 60_000 }));

  test('before it starts makes no request and throws the signal’s reason', async () => {
    const stream = vi.fn();
    await expect(call(AbortSignal.abort(reason), stream)).rejects.toBe(reason);
    expect(stream).not.toHaveBeenCalled();
  });

  test('between two attempts throws the signal’s reason', async () => {
    const controller = new AbortController();
    const calling = call(controller.signal, () => {
      setTimeout(() => controller.abort(reason), 20);
      throw new ModelError('unreachable', 'it could not be reached');
    });
    await expect(calling).rejects.toBe(reason);
  });
});

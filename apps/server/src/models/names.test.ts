// @module-tag pure

import { describe, expect, test } from 'vitest';
import { builtinNames, findModel, type Names, namesFrom, namesOf, resolveModel } from './names.ts';
import { readProviders } from './providers/settings.ts';

const providersOf = (environment: Record<string, string>): Names[] => {
  const problems: string[] = [];
  const providers = [builtinNames, ...readProviders(environment, problems).map(namesOf)];
  expect(problems).toEqual([]);
  return providers;
};

/** Resolves a name to `provider | name`, or to the sentence that refuses it. */
const resolving = (providers: readonly Names[]) => (model: string) => {
  const found = resolveModel(providers, model);
  return 'provider' in found ? `${found.provider.name} | ${found.name}` : found.sentence;
};

const ollama = { PARLEY_PROVIDERS: 'ollama', OLLAMA_BASE_URL: 'http://127.0.0.1:11434/v1' };

describe('the names of a vendor’s list', () => {
  test.each([
    ['openai', ['gpt-5-mini-2025-08-07', 'o3'], ['gpt-5-mini', 'gpt-5-mini-2025-08-07', 'o3']],
    ['anthropic', ['claude-haiku-4-5@20251001'], ['claude-haiku-4-5', 'claude-haiku-4-5@20251001']],
    // A key may have the small model alone: the large one is another model, and no alias of it.
    ['openai', ['gpt-4o-mini', 'gpt-5-nano'], ['gpt-4o-mini', 'gpt-5-nano']],
    ['openai', ['gpt-4o', 'gpt-4o-2024-08-06'], ['gpt-4o', 'gpt-4o-2024-08-06']],
  ] as const)('%s: %j', (kind, own, names) => {
    expect(namesFrom(kind, own)).toEqual(names);
  });
});

describe('a name that is being set', () => {
  test.each([
    ['builtin/echo', 'builtin | echo'],
    ['echo', 'builtin | echo'],
    ['openai/any name/at all', 'openai | any name/at all'],
    // A vendor that isn't configured has no model of its own yet.
    ['gpt-4o', 'Unknown model gpt-4o. Did you mean openai/gpt-4o?'],
    ['builtin/ecko', 'Unknown model builtin/ecko. Did you mean builtin/echo?'],
    ['opnai/gpt-4o', 'Unknown model opnai/gpt-4o. Did you mean openai/gpt-4o?'],
    ['OpenAI/of-my-own', 'Unknown model OpenAI/of-my-own. Did you mean openai/of-my-own?'],
    ['nope/x', 'Unknown model nope/x.'],
    ['/', 'Unknown model /.'],
    ['/echo', 'Unknown model /echo. Did you mean builtin/echo?'],
    ['openai/', 'Unknown model openai/.'],
    ['openai//gpt-4o', 'Unknown model openai//gpt-4o. Did you mean openai/gpt-4o?'],
    ['openai/gpt-4o ', 'Unknown model openai/gpt-4o . Did you mean openai/gpt-4o?'],
  ])('without a provider: %j', (model, outcome) => {
    expect(resolving(providersOf({}))(model)).toBe(outcome);
  });

  test.each([
    ['ollama/llama3', 'ollama | llama3'],
    ['ollama/meta-llama/Llama-3', 'ollama | meta-llama/Llama-3'],
    ['meta-llama/Llama-3', 'Unknown model meta-llama/Llama-3.'],
    ['opnai/gpt-4o', 'Unknown model opnai/gpt-4o. Did you mean openai/gpt-4o?'],
    ['nope/x', 'Unknown model nope/x.'],
    ['/x', 'Unknown model /x.'],
    ['olama/phi', 'Unknown model olama/phi. Did you mean ollama/phi?'],
    ['phi', 'Unknown model phi. Did you mean ollama/phi?'],
  ])('with a provider that takes any name: %j', (model, outcome) => {
    expect(resolving(providersOf(ollama))(model)).toBe(outcome);
  });

  test('a bare name that several providers have is refused with the choices', () => {
    const resolve = resolving(
      providersOf({
        PARLEY_PROVIDERS: 'one,two',
        ONE_BASE_URL: 'http://127.0.0.1/v1',
        TWO_BASE_URL: 'http://127.0.0.1/v1',
        ONE_MODELS: 'large,small',
        TWO_MODELS: 'large,echo,org/tiny',
      }),
    );
    expect(resolve('small')).toBe('one | small');
    expect(resolve('large')).toBe('Several providers have a model large: choose one/large or two/large.');
    expect(resolve('echo')).toBe('Several providers have a model echo: choose builtin/echo or two/echo.');
    expect(resolve('org/tiny')).toBe('Unknown model org/tiny. Did you mean two/org/tiny?');
    expect(resolve('one/medium')).toBe('Unknown model one/medium.');
  });

  test('a provider’s own list refuses typing errors, but no alias or variant', () => {
    const models = ['gpt-5-mini', 'llama3:latest', 'o3', 'vendor/llama-3'];
    const [own] = providersOf(ollama).filter(({ name }) => name === 'ollama');
    if (own === undefined) throw new Error('There is no such provider.');
    const resolve = resolving([builtinNames, { ...own, models, listed: true }]);
    expect(resolve('ollama/gpt-5-minni')).toBe('Unknown model ollama/gpt-5-minni. Did you mean ollama/gpt-5-mini?');
    for (const name of [
      'gpt-5-mini',
      'gpt-5',
      'gpt-5-mini-2027-01-01',
      'llama3',
      'vendor/llama-3:nitro',
      'o1',
      'other',
    ])
      expect(resolve(`ollama/${name}`)).toBe(`ollama | ${name}`);
    expect(resolve('llama3')).toBe('Unknown model llama3. Did you mean ollama/llama3:latest?');
  });

  test('suggestions and their cost are bounded', () => {
    const models = Array.from({ length: 1_000 }, (_, index) => `${'x'.repeat(140)}${index}`);
    const many = { ...builtinNames, name: 'many', models };
    const found = resolveModel([many], 'x'.repeat(200));
    expect('sentence' in found && found.sentence.match(/many\//g)).toHaveLength(3);
  });
});

describe('a stored name', () => {
  const nameOf = (model: string, environment = {}) => {
    const found = findModel(providersOf(environment), model);
    return found && `${found.provider.name} | ${found.name}`;
  };

  test('is found even if it looks like a typing error', () => {
    expect(nameOf('openai/gpt-4oo', { OPENAI_API_KEY: 'sk-1' })).toBe('openai | gpt-4oo');
  });

  test('that is bare is found only if one configured provider has it', () => {
    expect(nameOf('gpt-4o')).toBeUndefined();
    expect(nameOf('gpt-4o', { OPENAI_API_KEY: 'sk-1' })).toBe('openai | gpt-4o');
    expect(nameOf('llama3', ollama)).toBeUndefined();
    expect(nameOf('meta-llama/Llama-3', ollama)).toBeUndefined();
  });
});

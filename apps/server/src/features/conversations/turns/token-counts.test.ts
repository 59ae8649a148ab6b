// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { begin, ending, piece, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** The counts in the provider's last event, and replacements for them. */
const counted = '"prompt_tokens":11,"completion_tokens":7';
const otherwise = (input: string, output: string) => `"prompt_tokens":${input},"completion_tokens":${output}`;

describe.each(engines)('token counts of a provider, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const usageOf = async (name: string, counts: string) => {
    provider.play(`${engine}-${name}`, (response) => {
      begin(response).end(piece('Counted.') + ending().replace(counted, counts));
    });
    const agent = await client.agents.create({ name, model: `fake/${engine}-${name}` });
    const { reply, conversation } = await client.agents.chat(agent._id, { message: 'How many tokens?' });
    expect(reply).toMatchObject({ status: 'complete', content: 'Counted.' });
    expect(conversation.usage).toEqual(reply?.usage);
    return reply?.usage;
  };

  test('are stored', async () => {
    expect(await usageOf('right', counted)).toEqual({ inputTokens: 11, outputTokens: 7 });
  });

  test.each([
    ['fractions', '11.5', '7.25'],
    ['negative numbers', '-1', '-1'],
    ['numbers that are too large', '1e300', '9007199254740993'],
  ])('are estimated if one isn’t a number of tokens: %s', async (name, input, output) => {
    const usage = await usageOf(name.replaceAll(' ', '-'), otherwise(input, output));
    for (const tokens of [usage?.inputTokens, usage?.outputTokens]) {
      expect(Number.isInteger(tokens)).toBe(true);
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThan(100);
    }
  });
});

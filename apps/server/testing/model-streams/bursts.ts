import { createModels } from '../../src/models/models.ts';
import { readProviders } from '../../src/models/providers/settings.ts';
import { begin, ending, event, type Play, piece, startFakeProvider } from '../servers/fake-provider.ts';

const provider = await startFakeProvider();
const models = createModels({ providers: readProviders(provider.environment, []) });

/** Ends the provider of the bursts. */
export const endBursts = () => Promise.all([models.close(), provider.close()]);

/** Outcome of a burst. */
interface Outcome {
  /** The parts of the reply before its end. */
  readonly parts: number;
  readonly failure?: string;
}

/** Reads the whole reply of a model, or up to its failure. */
export async function read(name: string): Promise<Outcome> {
  const found = await models.find(`fake/${name}`);
  if (found === undefined) throw new Error('There is no such model.');
  const { signal } = new AbortController();
  const request = {
    system: '',
    messages: [{ role: 'user', content: 'Go' }] as const,
    temperature: 0,
  };
  let parts = 0;
  try {
    for await (const part of models.stream(found, { ...request, signal })) parts += part.type === 'end' ? 0 : 1;
    return { parts };
  } catch (error) {
    return { parts, failure: (error as Error).message };
  }
}

const sends =
  (text: string): Play =>
  (response) => {
    begin(response).end(text);
  };

const callOf = (index: number) => ({
  index,
  id: `call_${index}`,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
});
const toolCalls = (...calls: readonly object[]) => event({ delta: { tool_calls: calls }, finish_reason: null });
const upTo = (size: number) => Array.from({ length: size }, (_, index) => index);

const KiB = 1024;
/** Ends with a carriage return, which the parser looks for on every line. */
const lines = (kibibytes: number) => `${'a\n'.repeat((kibibytes * KiB) / 2 - 1)}a\r`;

interface Burst {
  /** The size of a small burst. */
  readonly size: number;
  text(size: number): string;
  outcome(size: number): Outcome;
}

const fails = (failure: string) => () => ({ parts: 0, failure });
const tooManyCalls = fails('it called more than 64 tools at once');
const tooLarge = fails('its reply was too large');

const bursts: Readonly<Record<string, Burst>> = {
  'lines between carriage returns': { size: 8, text: lines, outcome: tooLarge },
  'empty events before a carriage return': {
    // The large one fits into one read of the socket, with its carriage return.
    size: 7,
    text: (size) => `${lines(size).replaceAll('a\n', '\n\n')}\r${ending()}`,
    outcome: () => ({ parts: 0, failure: 'its answer is empty' }),
  },
  'ordinary deltas': {
    size: 500,
    text: (size) => piece('word ').repeat(size) + ending(),
    outcome: (size) => ({ parts: size }),
  },
  'tool calls': {
    size: 500,
    text: (size) =>
      upTo(size)
        .map((index) => toolCalls(callOf(index)))
        .join('') + ending(),
    outcome: tooManyCalls,
  },
  'tool calls of one place': {
    size: 500,
    // They have the same ID, so they are pieces of one call.
    text: (size) => toolCalls(callOf(0)).repeat(size) + ending(),
    outcome: () => ({ parts: 1 }),
  },
  'tool calls in one event': {
    size: 2_000,
    text: (size) => toolCalls(...upTo(size).map(callOf)) + ending(),
    outcome: tooLarge,
  },
  'one event with many problems': {
    size: 10_000,
    text: (size) => `data: ${JSON.stringify({ choices: upTo(size) })}\n\n${ending()}`,
    outcome: tooLarge,
  },
  'one long line': {
    size: 256,
    text: (size) => `data: ${'x'.repeat(size * KiB)}\n\n${ending()}`,
    outcome: tooLarge,
  },
};

function burstOf(name: string): Burst {
  const burst = bursts[name];
  if (burst === undefined) throw new Error(`There is no burst ${name}.`);
  return burst;
}

/** The names of all bursts. */
export const names = Object.keys(bursts);

/** Lets the provider send a burst under the names `small` and, eight times as much, `large`. */
export function prepare(name: string): { readonly expected: Outcome } {
  const { size, text, outcome } = burstOf(name);
  provider.play('small', sends(text(size)));
  provider.play('large', sends(text(size * 8)));
  return { expected: outcome(size * 8) };
}

import { setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createModels } from '../apps/server/src/models/models.ts';
import { readProviders } from '../apps/server/src/models/providers/settings.ts';
import { collectGarbage } from '../apps/server/testing/memory/collect-garbage.ts';
import type { BenchOptions } from './shared/options.ts';
import { start, useAllCores } from './shared/processes.ts';
import { fine, table, whole } from './shared/report.ts';

/** Tokens of a reply, replies of a measurement, and how many of them are read at the same time. */
const tokens = 40;
const replies = 500;
const atOnce = 20;

/** Streams that are open while memory is measured. */
const openStreams = 500;

/** Max time until so many streams have their first token, in ms. */
const patience = 60_000;

type Provider = Awaited<ReturnType<typeof startProvider>>;

/** A provider that sends its tokens at once, or one that sends the first and then waits. */
const startProvider = (waits: boolean) =>
  start(waits ? 'slow provider' : 'provider', {
    args: [fileURLToPath(new URL('controls/provider.mjs', import.meta.url))],
    env: { FIRST_TOKEN_MS: '0', TOKEN_MS: waits ? String(10 * patience) : '0', TOKENS: String(tokens) },
    cores: '1',
  });

const urlOf = ({ port }: Provider) => `http://127.0.0.1:${port}`;

/** Reads a reply; calls `onFirst` with its first piece. Ends when the signal fires. */
type Read = (signal: AbortSignal, onFirst: () => void) => Promise<void>;

/** The service's way to a model: the guarded request, the reader of the stream, the limits. */
async function readerOf(provider: Provider): Promise<{ read: Read; close(): Promise<void> }> {
  const models = createModels({
    providers: readProviders({ PARLEY_PROVIDERS: 'local', LOCAL_BASE_URL: urlOf(provider), LOCAL_MODELS: 'fake' }, []),
    limits: { firstToken: 10 * patience, idle: 10 * patience, whole: 20 * patience },
  });
  const found = await models.find('local/fake');
  if (found === undefined) throw new Error('The model was not found.');
  const request = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hi' } as const], temperature: 0.5 };
  return {
    read: async (signal, onFirst) => {
      let isFirst = true;
      for await (const part of models.stream(found, { ...request, signal })) {
        if (isFirst && part.type === 'text') onFirst();
        isFirst = false;
      }
    },
    close: models.close,
  };
}

/** The control: Node's own fetch, which reads the same bytes and understands nothing. */
const bare =
  (provider: Provider): Read =>
  async (signal, onFirst) => {
    const response = await fetch(`${urlOf(provider)}/chat/completions`, {
      method: 'POST',
      body: '{"stream":true}',
      signal,
    });
    const chunks = response.body?.getReader();
    for (let isFirst = true; ; isFirst = false) {
      const chunk = await chunks?.read();
      if (chunk?.value === undefined) return;
      if (isFirst) onFirst();
    }
  };

/** Returns the CPU time of this process for one reply, in ms. */
async function cpuOf(read: Read): Promise<number> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const before = process.cpuUsage();
  let left = replies;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await read(signal, () => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / replies;
}

/** Returns the live memory of an open stream after a collection, in kB: the heap and what buffers hold beside it. */
async function memoryOf(read: Read): Promise<number> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const used = async () => {
    await collectGarbage(3);
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = await used();
  let begun = 0;
  const ended: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    for (let stream = 0; stream < openStreams; stream += 1) {
      const onFirst = () => {
        begun += 1;
        if (begun === openStreams) resolve();
      };
      ended.push(read(controller.signal, onFirst).catch(() => undefined));
    }
  });
  const after = await used();
  controller.abort(new Error('measured'));
  await Promise.all(ended);
  return (after - before) / 1000 / openStreams;
}

const least = (values: readonly number[]) => Math.min(...values);

/**
 * `model-streams`: what reading a model's stream costs beside reading its bytes with `fetch`: CPU time for a reply, and
 * live memory of an open one. Both take turns; the least of the rounds is reported, as other load only adds.
 */
export async function benchModelStreams({ rounds }: BenchOptions): Promise<string> {
  useAllCores();
  const [quick, slow] = await Promise.all([startProvider(false), startProvider(true)]);
  const [ours, oursOpen] = await Promise.all([readerOf(quick), readerOf(slow)]);
  const measured = { cpu: [[], []] as [number[], number[]], memory: [[], []] as [number[], number[]] };
  try {
    await cpuOf(ours.read);
    await cpuOf(bare(quick));
    await memoryOf(oursOpen.read);
    await memoryOf(bare(slow));
    for (let round = 0; round < rounds; round += 1) {
      measured.cpu[0].push(await cpuOf(ours.read));
      measured.cpu[1].push(await cpuOf(bare(quick)));
      measured.memory[0].push(await memoryOf(oursOpen.read));
      measured.memory[1].push(await memoryOf(bare(slow)));
    }
  } finally {
    await Promise.all([ours.close(), oursOpen.close()]);
    quick.stop();
    slow.stop();
  }
  const row = (what: string, [own, control]: readonly [number[], number[]], format: (value: number) => string) => [
    what,
    format(least(own)),
    format(least(control)),
    fine(least(own) / least(control)),
  ];
  return table(
    ['', 'models/', 'fetch', 'ratio'],
    [
      row(`CPU time of a reply of ${tokens} tokens, ms`, measured.cpu, fine),
      row(`live memory of an open stream, kB (${openStreams} open)`, measured.memory, whole),
    ],
  );
}

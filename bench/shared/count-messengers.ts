/**
 * `npx tsx --conditions=parley-source bench/shared/count-messengers.ts PORT [CHECKOUT]`: counts what messages of a
 * messenger ask of the database, and the CPU time of this process, which is the service and nothing else, and prints them as
 * JSON. A platform (`controls/telegram.mjs`) at the port sends the messages, each once the reply to the last one came.
 */
import { startCounted } from './counted-service.ts';

const [port, checkout] = process.argv.slice(2);
const platform = `http://127.0.0.1:${port}/bot`;
const { url, post, agent, counts, commits, remove } = await startCounted({
  checkout,
  environment: {
    ...{ PARLEY_PLATFORM_URLS: `telegram=http://127.0.0.1:${port}`, PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    PUBLIC_URL: 'https://parley.example.com',
  },
});

/** Asks the platform for something, and returns its answer. */
async function ask<Result>(what: string): Promise<Result> {
  const { ok, result } = (await (await fetch(`${platform}/${what}`)).json()) as { ok: boolean; result: Result };
  if (!ok) throw new Error(String(result));
  return result;
}

/** Waits until the service has written nothing for longer than it gathers messages to index. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== counts.units; ) {
    before = counts.units;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  }
}

const settings = { botToken: `700000001:${'A'.repeat(35)}` };
await post(`/api/agents/${agent}/channels`, { type: 'telegram', settings });
while (!(await ask<{ isRegistered: boolean }>('state')).isRegistered)
  await new Promise((resolve) => setTimeout(resolve, 20));

/** Has the platform send so many messages, and returns what one of them costs. */
async function costOf(messages: number) {
  const [before, cpu] = [{ ...counts, commits: commits() }, process.cpuUsage()];
  await ask(`say/${messages}/${new URL(url).port}`);
  const { user, system } = process.cpuUsage(cpu);
  await quiet();
  const per = (name: 'units' | 'statements' | 'reads') => (counts[name] - before[name]) / messages;
  return {
    commits: (commits() - before.commits) / messages,
    ...{ units: per('units'), statements: per('statements'), reads: per('reads') },
    cpu: (user + system) / 1000 / messages,
  };
}

// The first messages begin the conversations of all users, on code that isn't compiled yet.
await quiet();
const { cpu: first } = await costOf(200);
await costOf(400);
console.log(JSON.stringify({ ...(await costOf(500)), first }));
remove();
process.exit();

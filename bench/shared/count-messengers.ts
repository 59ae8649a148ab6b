/**
 * `npx tsx --conditions=parley-source bench/shared/count-messengers.ts PORT [CHECKOUT]`: counts what messages of a
 * messenger ask of the database, and their CPU time, and prints them as JSON. A platform (`controls/telegram.mjs`) must
 * answer at the port. Messages come one after the other, each once the reply to the last one was delivered.
 */
import { startCounted } from './counted-service.ts';

const [port, checkout] = process.argv.slice(2);
const platform = `http://127.0.0.1:${port}`;
const { url, post, agent, counts, watch, remove } = await startCounted({
  checkout,
  environment: {
    ...{ PARLEY_PLATFORM_URLS: `telegram=${platform}`, PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    PUBLIC_URL: 'https://parley.example.com',
  },
});

interface State {
  readonly secret: string;
  readonly sent: number;
}

const state = async (): Promise<State> =>
  ((await (await fetch(`${platform}/bot/state`)).json()) as { readonly result: State }).result;

/** Looks until something is so; each look costs a fraction of what is measured. */
async function until(is: (state: State) => boolean): Promise<void> {
  while (!is(await state())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until the service has written nothing for longer than it gathers messages to index. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== counts.units; ) {
    before = counts.units;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  }
}

const settings = { botToken: `700000001:${'A'.repeat(35)}` };
const { data } = await post(`/api/agents/${agent}/channels`, { type: 'telegram', settings });
const secretBefore = (await state()).secret;
await until(({ secret }) => secret !== '' && secret !== secretBefore).catch(() => undefined);
const { secret, sent: sentBefore } = await state();
const from = { id: 41, is_bot: false, first_name: 'Ada', language_code: 'en' };
const chat = { id: 41, type: 'private', first_name: 'Ada' };
let sent = 0;

async function message(): Promise<void> {
  sent += 1;
  const date = Math.floor(Date.now() / 1000);
  const response = await fetch(`${url}/api/channels/${data._id}/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify({
      update_id: 500_000_000 + sent,
      message: { message_id: sent, from, chat, date, text: 'What do you say?' },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  await until((now) => now.sent - sentBefore >= sent);
}

const [warm, measured] = [20, Number(process.env['BENCH_MESSAGES'] ?? 100)];
for (let count = 0; count < warm; count += 1) await message();
await quiet();
if (process.env['BENCH_TRACE'] !== undefined) {
  watch.onUnit = (unit) => {
    const statements = Object.values(unit).flat(2).filter(Boolean) as { query?: { sql?: string } }[];
    console.error(`--- ${performance.now().toFixed(0)} ${Object.keys(unit).join(' ')}`);
    for (const each of statements)
      console.error(
        `  ${JSON.stringify(each.query?.sql ?? each)
          .replace(/\s+/g, ' ')
          .slice(0, 230)}`,
      );
  };
  for (let count = 0; count < 2; count += 1) {
    console.error('=== message');
    await message();
    await quiet();
  }
  process.exit();
}
const [before, cpu] = [{ ...counts }, process.cpuUsage()];
for (let count = 0; count < measured; count += 1) await message();
const { user, system } = process.cpuUsage(cpu);
await quiet();
const per = (name: 'units' | 'statements' | 'reads') => (counts[name] - before[name]) / measured;
console.log(
  JSON.stringify({
    units: per('units'),
    statements: per('statements'),
    reads: per('reads'),
    cpu: (user + system) / 1000 / measured,
  }),
);
remove();
process.exit();

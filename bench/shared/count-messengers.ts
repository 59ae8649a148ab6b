/**
 * `npx tsx --conditions=parley-source bench/shared/count-messengers.ts PORT [CHECKOUT]`: counts what messages of a
 * messenger ask of the database, and their CPU time, and prints them as JSON. A platform (`controls/telegram.mjs`) must
 * answer at the port. Messages come one after the other, each once the reply to the last one was delivered.
 */
import { startCounted } from './counted-service.ts';

const [port, checkout] = process.argv.slice(2);
const platform = `http://127.0.0.1:${port}`;
const { url, post, agent, counts, remove } = await startCounted({
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

/** Looks until something is so. */
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
const before = await state();
const { data } = await post(`/api/agents/${agent}/channels`, { type: 'telegram', settings });
await until(({ secret }) => secret !== before.secret);
const { secret, sent: sentBefore } = await state();
let sent = 0;

async function message(): Promise<void> {
  sent += 1;
  // A user may send a channel so many messages a minute.
  const user = 41 + (sent % 20);
  const from = { id: user, is_bot: false, first_name: 'Ada', language_code: 'en' };
  const chat = { id: user, type: 'private', first_name: 'Ada' };
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
  await fetch(`${platform}/bot/${sentBefore + sent}`);
}

/** Messages before the measured ones, which begin the conversations, and those. */
const [warm, measured] = [20, 100];
for (let count = 0; count < warm; count += 1) await message();
await quiet();
const [countsBefore, cpu] = [{ ...counts }, process.cpuUsage()];
for (let count = 0; count < measured; count += 1) await message();
const { user, system } = process.cpuUsage(cpu);
await quiet();
const per = (name: 'units' | 'statements' | 'reads') => (counts[name] - countsBefore[name]) / measured;
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

/**
 * Measures how long the inbox takes to open in Chromium with 10,000 open conversations: from a click in the sidebar of a
 * page that is loaded, to its rows on the screen. Beside it the control: the same with 30 conversations. Medians, in ms.
 * Exits with 1 if the target isn't met. Needs Chromium.
 *
 *   npx tsx --conditions=parley-source bench/inbox.mjs [--runs 15] [--conversations 10000]
 */
import { parseArgs } from 'node:util';
import { launchChromium } from '../apps/dashboard/testing/setup/chromium.ts';
import { multiply } from '../apps/dashboard/testing/setup/multiply.ts';
import { startServer } from '../apps/dashboard/testing/setup/server.ts';
import { password, setUp } from '../apps/dashboard/testing/setup/signed-in.ts';
import { useAllCores } from './shared/processes.ts';
import { table, targetTable } from './shared/report.ts';

const person = { email: 'ada@example.com', password };
const screen = { width: 1440, height: 900 };
/** Conversations of the control. */
const few = 30;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, conversations: { type: 'string', default: '10000' } },
});
const runs = Number(values.runs);

/** A script of the page: the time from a click on the link until two rows are painted, in ms. */
const openInbox = `new Promise((done) => {
  const start = performance.now();
  const look = () => {
    if (document.querySelectorAll('a[data-row]').length < 2) return requestAnimationFrame(look);
    // The frame with the rows is painted before the next one begins.
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  };
  document.querySelector('nav a[href^="/conversations"]').click();
  look();
})`;

useAllCores();
const browser = await launchChromium();
try {
  const times = [await opens(few), await opens(Number(values.conversations))];
  const rows = [few, Number(values.conversations)].map((count, index) => {
    const { first, again } = times[index] ?? { first: [], again: [] };
    return [
      count.toLocaleString('en'),
      ...[median(first), median(again), Math.max(...again)].map((ms) => ms.toFixed(0)),
    ];
  });
  console.log(`${runs} times each, after a load of Home; "again" comes back from Home.\n`);
  console.log(table(['open conversations', 'first time, ms', 'again, ms', 'most, ms'], rows));
  const value = median(times[1]?.again ?? []);
  const targets = /** @type {const} */ ([{ what: 'the inbox opens, ms', value, kind: 'most', bound: 300 }]);
  console.log(`\n${targetTable(targets)}`);
  if (value > 300) process.exitCode = 1;
} finally {
  await browser.close();
}

/**
 * Opens the inbox of a new server with so many conversations.
 * @param {number} count
 */
async function opens(count) {
  const server = await startServer({ PARLEY_PLAN_QUOTAS: 'free.agents=unlimited,free.conversations=unlimited' });
  try {
    const client = await setUp(server);
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: conversation } = await client.conversations.create(agent, { title: 'The latest', userId: 'ada' });
    multiply(server.folder, { agent, conversation }, { agents: 10, conversations: count - 1 });
    const context = await browser.newContext({ viewport: screen, colorScheme: 'light', reducedMotion: 'reduce' });
    await context.request.post(`${server.url}/api/session`, { data: person, headers: { origin: server.url } });
    const page = await context.newPage();
    /** @type {{ first: number[], again: number[] }} */
    const found = { first: [], again: [] };
    for (let run = 0; run < runs; run += 1) {
      await page.goto(server.url);
      await page.getByText('The last 30 days, per day in UTC.').waitFor();
      found.first.push(/** @type {number} */ (await page.evaluate(openInbox)));
      await page.locator('nav a[href="/"]').first().click();
      await page.locator('a[data-row]').first().waitFor({ state: 'detached' });
      found.again.push(/** @type {number} */ (await page.evaluate(openInbox)));
    }
    await context.close();
    return found;
  } finally {
    await server.close();
  }
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

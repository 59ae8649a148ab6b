/**
 * Measures the first load of five pages of the dashboard in Chromium, each with an empty cache on slow 4G (1.6 Mbit/s,
 * 150 ms): scripts, requests, largest contentful paint and layout shift, with the processor as it is and four times
 * slower. The instance is that of `parley demo`. Exits with 1 if a target isn't met. Needs Chromium.
 *
 *   npx tsx --conditions=parley-source bench/dashboard.mjs [--runs 5]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../apps/dashboard/testing/setup/chromium.ts';
import { sessionClient } from '../apps/dashboard/testing/setup/server.ts';
import { startParley } from './shared/installation.ts';
import { useAllCores } from './shared/processes.ts';
import { table, targetTable } from './shared/report.ts';

/** The "slow 4G" of Lighthouse: bytes a second, and ms of each request. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** A page is settled when it has asked nothing and shifted nothing for this long, in ms. */
const quiet = 1_500;

const screen = { width: 1440, height: 900 };
const person = { email: 'nora@demo.example', password: 'a bicycle for every weather' };

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);

/**
 * Script that collects measurements in the page. A text, because a compiled function has names that the page doesn't
 * know.
 */
const observer = `
  globalThis.paint = 0;
  globalThis.shift = 0;
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) paint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** @typedef {{ scripts: number, requests: number, paint: number, shift: number }} Load */

const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
useAllCores();
execFileSync(process.execPath, ['apps/server/bin/parley.mjs', 'demo', '--data-dir', folder, '--password-stdin'], {
  input: person.password,
});
const server = await startParley(folder);
const url = `http://127.0.0.1:${server.port}`;
const browser = await launchChromium();
try {
  const pages = await pagesOf();
  const state = await signedIn();
  /** @type {string[][]} */
  const rows = [];
  const worst = { scripts: 0, requests: 0, paint: [0, 0], shift: 0 };
  for (const [name, path] of pages) {
    /** @type {Load[][]} */
    const loads = [[], []];
    for (let run = 0; run < runs; run += 1) {
      for (const [index, slower] of [1, 4].entries()) loads[index]?.push(await load(state, path, slower));
    }
    const [usual = [], slow = []] = loads;
    const all = [...usual, ...slow];
    const scripts = Math.max(...all.map((each) => each.scripts)) / 1000;
    const requests = Math.max(...all.map((each) => each.requests));
    const shift = Math.max(...all.map((each) => each.shift));
    const paints = [usual, slow].map((each) => median(each.map(({ paint }) => paint)) / 1000);
    worst.scripts = Math.max(worst.scripts, scripts);
    worst.requests = Math.max(worst.requests, requests);
    worst.shift = Math.max(worst.shift, shift);
    worst.paint = worst.paint.map((value, index) => Math.max(value, paints[index] ?? 0));
    const seconds = paints.map((each) => each.toFixed(2));
    rows.push([name, scripts.toFixed(1), `${requests}`, ...seconds, shift.toFixed(3)]);
  }
  console.log(`${runs} loads of each page and processor; paints are medians, the rest is the most of all loads.\n`);
  console.log(table(['page', 'scripts, kB', 'requests', 'paint, s', 'with a slow processor, s', 'shift'], rows));
  const targets = /** @type {const} */ ([
    { what: 'compressed scripts, kB', value: worst.scripts, kind: 'most', bound: 180 },
    { what: 'requests', value: worst.requests, kind: 'most', bound: 25 },
    { what: 'largest contentful paint, s', value: worst.paint[0] ?? 0, kind: 'most', bound: 2.5 },
    { what: 'the same with a processor four times slower, s', value: worst.paint[1] ?? 0, kind: 'most', bound: 3.5 },
    { what: 'layout shift', value: worst.shift, kind: 'most', bound: 0.02 },
  ]);
  console.log(`\n${targetTable(targets)}`);
  if (targets.some(({ value, bound }) => value > bound)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The pages with the longest transcript and an agent that has one. */
async function pagesOf() {
  const client = sessionClient(url);
  await client.sessions.create(person);
  const { items } = await client.conversations.list({ limit: 100 });
  const longest = items.toSorted((one, other) => other.messageCount - one.messageCount)[0];
  if (longest === undefined) throw new Error('The demo has no conversation.');
  return /** @type {const} */ ([
    ['Home', '/'],
    ['Agents', '/agents'],
    ['Agent', `/agents/${longest.agent}`],
    ['Conversations', '/conversations'],
    ['Conversation', `/conversations/${longest._id}`],
  ]);
}

/** The cookies of a browser in which a person has signed in, and what the dashboard has stored. */
async function signedIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Loads a page with an empty cache, with a processor so many times slower.
 * @param {Awaited<ReturnType<typeof signedIn>>} storageState
 * @param {string} path
 * @param {number} slower
 * @returns {Promise<Load>}
 */
async function load(storageState, path, slower) {
  const context = await browser.newContext({ storageState, viewport: screen, colorScheme: 'light' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript({ content: observer });
    /** The bytes of the headers of each script. @type {Map<string, number>} */
    const scripts = new Map();
    let requests = 0;
    let bytes = 0;
    let last = performance.now();
    session.on('Network.requestWillBeSent', ({ request }) => {
      last = performance.now();
      if (/^https?:/.test(request.url)) requests += 1;
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      // Only the headers have arrived by now.
      if (type === 'Script') scripts.set(requestId, response.encodedDataLength);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      last = performance.now();
      const headers = scripts.get(requestId);
      if (headers !== undefined) bytes += encodedDataLength - headers;
    });
    await page.goto(`${url}${path}`);
    while (performance.now() - last < quiet) await new Promise((resolve) => setTimeout(resolve, 100));
    return {
      scripts: bytes,
      requests,
      paint: Number(await page.evaluate('paint')),
      shift: Number(await page.evaluate('shift')),
    };
  } finally {
    await context.close();
  }
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

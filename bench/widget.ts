import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { launchChromium } from '../apps/dashboard/testing/setup/chromium.ts';
import { install, startParley } from './shared/installation.ts';
import type { BenchOptions } from './shared/options.ts';
import { useAllCores } from './shared/processes.ts';
import { fine, table, targetTable } from './shared/report.ts';

const dist = 'packages/widget/dist';
/** Factors by which the processor of a visitor is slower: a computer's, and a cheap phone's. */
const speeds = [1, 4] as const;

/** Measurements of one visit of the host page. */
interface Visit {
  /** Requests before the first click, other than the page's own. */
  readonly requests: number;
  /** Tasks of 50 ms and more, in ms: while the host page loads, and from the click on. */
  readonly loading: readonly number[];
  readonly opening: readonly number[];
  /** Time that the main thread of the host page was busy before the click, in ms. */
  readonly busy: number;
  /** From the click until a message can be written, in ms. */
  readonly usable: number;
}

/** Weighs the widget, and measures a host page in Chromium with and without it. */
export async function benchWidget({ rounds, folder }: BenchOptions): Promise<string> {
  useAllCores();
  const home = mkdtempSync(join(folder, 'parley-bench-'));
  const { key } = install(home, 'workspace:admin');
  const server = await startParley(home);
  const baseURL = `http://127.0.0.1:${server.port}`;
  const host = await startHost(baseURL);
  const browser = await launchChromium();
  try {
    const client = new Parley({ baseURL, apiKey: key });
    const agent = await client.agents.create({ name: 'Bench', model: 'builtin/echo' });
    const { _id: channel } = await client.channels.create(agent._id, { type: 'widget' });
    const reports: string[] = [];
    for (const slower of speeds) {
      const visits: Visits = { bare: [], plain: [], chat: [] };
      for (let round = 0; round < rounds; round += 1) {
        visits.bare.push(await visit(browser, host.url, slower));
        visits.plain.push(await visit(browser, `${host.url}/${channel}/plain`, slower));
        visits.chat.push(await visit(browser, `${host.url}/${channel}`, slower));
      }
      reports.push(report(visits, slower));
    }
    return [...reports, targetTable(weights())].join('\n\n');
  } finally {
    await browser.close();
    await host.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The visits of a page without anything, of one that adds a plain frame at a click, and of one with the widget. */
type Visits = Readonly<Record<'bare' | 'plain' | 'chat', Visit[]>>;

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** The control's act at a click: it adds the same chat, as any page would. */
const addFrame = `() => {
  const frame = document.createElement('iframe');
  frame.src = 'ADDRESS';
  document.body.append(frame);
}`;

/** Starts the host: `/` is a page of its own, `/{channel}` has the widget, and `/{channel}/plain` a frame without it. */
async function startHost(service: string) {
  const policyOf = (plain: boolean) =>
    `default-src 'none'; script-src ${plain ? "'unsafe-inline'" : service}; frame-src ${service}`;
  const server = createServer(({ url = '/' }, response) => {
    const [, channel = '', plain] = url.split('/');
    const script = plain
      ? `<script>addEventListener('click', ${addFrame.replace('ADDRESS', `${service}/chat/${channel}`)})</script>`
      : `<script async src="${service}/widget.js" data-channel="${channel}"></script>`;
    response.writeHead(url === '/favicon.ico' ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(plain !== undefined),
    });
    const head = `<meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${channel && script}`;
    response.end(`<!doctype html><html lang="en"><head>${head}</head><body><h1>Shop</h1></body></html>`);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', () => done()));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** One visit with an empty cache, with a processor so many times slower. */
async function visit(browser: Browser, url: string, slower: number): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await session.send('Performance.enable');
    await page.addInitScript({ content: collectLongTasks });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url, { waitUntil: 'networkidle' });
    const { metrics } = await session.send('Performance.getMetrics');
    const busy = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    const requests = asked.filter((each) => each !== url && each !== `${url}/` && !each.startsWith('data:')).length;
    const loading = await takeLongTasks(page);
    const usable = url.includes('channel_') ? await openChat(page) : Number.NaN;
    return { requests, busy, usable, loading, opening: await takeLongTasks(page) };
  } finally {
    await context.close();
  }
}

type Page = Awaited<ReturnType<Browser['newPage']>>;

/** A text, because a compiled function names its functions by a helper that the page doesn't have. */
const collectLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] });
`;

/** The long tasks of a page since they were asked for last, in ms. */
const takeLongTasks = (page: Page): Promise<number[]> => page.evaluate('longTasks.splice(0)');

/** Distance of the launcher from the lower right corner, in px. */
const launcherAt = 48;

/** Opens the chat as a mouse does: a locator's script in the host page would be a long task of its own. */
async function openChat(page: Page): Promise<number> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const attached = page.waitForEvent('frameattached', { timeout: 30_000 });
  const started = performance.now();
  await page.mouse.click(width - launcherAt, height - launcherAt);
  const frame = await attached;
  await frame.waitForURL(/\/chat\//);
  await frame.getByRole('textbox').waitFor();
  return performance.now() - started;
}

/** Returns the gzipped sizes of the files that are sent to the browser of a visitor who reads English. */
function weights() {
  const loader = statSync(join(dist, 'widget.js.gz')).size;
  const frame = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.gz') && !name.startsWith('texts-'))
    .reduce((sum, name) => sum + statSync(join(dist, 'assets', name)).size, 0);
  return [
    { what: 'loader, kB gzipped', value: loader / 1000, kind: 'most', bound: 6 },
    { what: 'chat, kB gzipped', value: frame / 1000, kind: 'most', bound: 60 },
  ] as const;
}

function report({ bare, plain, chat }: Visits, slower: number): string {
  const of = (visits: readonly Visit[], what: 'requests' | 'busy' | 'usable') =>
    median(visits.map((each) => each[what]));
  const tasksOf = (visits: readonly Visit[], when: 'loading' | 'opening') => {
    const tasks = visits.flatMap((each) => each[when]);
    return tasks.length === 0 ? '0' : `${tasks.length}, up to ${Math.max(...tasks)} ms`;
  };
  const row = (name: string, visits: readonly Visit[]) => [
    name,
    `${of(visits, 'requests')}`,
    fine(of(visits, 'busy')),
    fine(of(visits, 'busy') / of(bare, 'busy')),
    tasksOf(visits, 'loading'),
    tasksOf(visits, 'opening'),
    Number.isNaN(of(visits, 'usable')) ? '' : fine(of(visits, 'usable')),
  ];
  const columns = ['requests before the click', 'main thread, ms', 'ratio', 'long tasks before it', 'after it'];
  const head = ['host page', ...columns, 'click to usable, ms'];
  const added = (when: 'loading' | 'opening', control: readonly Visit[]) =>
    median(chat.map((each) => each[when].length)) - median(control.map((each) => each[when].length));
  const targets = [
    { what: 'requests before the first click', value: of(chat, 'requests'), kind: 'most', bound: 1 },
    { what: 'long tasks before the click, added', value: added('loading', bare), kind: 'most', bound: 0 },
    { what: 'long tasks after the click, added', value: added('opening', plain), kind: 'most', bound: 0 },
  ] as const;
  return [
    `${chat.length} visits of each with an empty cache, processor ${slower === 1 ? 'as it is' : `${slower} times slower`}; medians; long tasks of all visits.`,
    table(head, [
      row('without the widget (control)', bare),
      row('with a plain frame of the chat at the click (control)', plain),
      row('with the widget', chat),
    ]),
    targetTable(targets),
  ].join('\n\n');
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

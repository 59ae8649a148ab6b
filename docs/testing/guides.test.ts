import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { agents, people } from '../../apps/server/src/commands/demo/cast.ts';
import { startCluster } from '../../apps/server/testing/databases/postgres.ts';
import { postgresPrograms } from '../../apps/server/testing/databases/postgres-programs.ts';
import { hasRedis, startRedis } from '../../apps/server/testing/databases/redis.ts';
import { type Play, says, startFakeProvider } from '../../apps/server/testing/servers/fake-provider.ts';
import { calls } from '../../apps/server/testing/servers/fake-tools.ts';
import { startMessengers } from './messengers.ts';
import { needsOf, readConsole, readSteps, type Step, without } from './page.ts';
import { createPlace, hasFastApi, python, repository } from './place.ts';
import { openSession, type Replacements } from './session.ts';

// Each test starts programs as a user would.
vi.setConfig({ testTimeout: 180_000 });

const guides = join(repository, 'docs/guides');
const pages = readdirSync(guides).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** The guides that `npm test` follows; `npm run test:all` follows every one. */
const usual: readonly string[] = ['quick-start.md', 'keys-and-scopes.md'];

const absent = [
  ...(python === undefined ? ['python' as const] : []),
  ...(hasFastApi ? [] : ['fastapi' as const]),
  ...(postgresPrograms() === undefined ? ['postgres' as const] : []),
  ...(hasRedis ? [] : ['redis' as const]),
];

/** Calls the first tool, and answers when it has the result. */
const usesTool: Play = (response, asked) => {
  const { tools = [] } = asked.body as { readonly tools?: readonly { readonly function: { readonly name: string } }[] };
  const isAnswered = asked.messages.at(-1)?.role === 'tool';
  const [tool] = tools;
  if (isAnswered || tool === undefined) return says('Order 7 was sent on Monday.')(response, asked);
  return calls([{ name: tool.function.name, arguments: '{"number":7}' }])(response, asked);
};

/** The servers of other makers that pages name, each on a port of its own. */
async function startOthers(markdown: string): Promise<Replacements> {
  const replacements: Record<string, string> = {};
  if (markdown.includes('127.0.0.1:11434/v1')) {
    const provider = await startFakeProvider();
    onTestFinished(provider.close);
    provider.play('qwen3', usesTool);
    replacements['http://127.0.0.1:11434/v1'] = provider.url;
  }
  if (markdown.includes('127.0.0.1:5432')) {
    const cluster = await startCluster();
    onTestFinished(async () => cluster?.close());
    replacements['postgres://parley:secret@127.0.0.1:5432/parley'] = cluster?.url('postgres') ?? '';
  }
  if (markdown.includes('127.0.0.1:6379')) {
    const redis = await startRedis();
    onTestFinished(redis.close);
    replacements['redis://127.0.0.1:6379'] = redis.url;
  }
  return { ...replacements, ...(await startMessengers(markdown)) };
}

/** Runs the steps of a page in a fresh place, as a new user would. */
async function follow(markdown: string, steps: readonly Step[] = readSteps(markdown)): Promise<void> {
  const place = createPlace();
  onTestFinished(place.close);
  const session = await openSession(place, await startOthers(markdown));
  onTestFinished(session.close);
  for (const step of steps) await session.run(step);
}

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(join(guides, page), 'utf8');
  const tags = usual.includes(page) ? [] : ['nightly'];
  it.skipIf(needsOf(markdown).some((need) => absent.includes(need)))('works as it is written', { tags }, () =>
    follow(without(markdown, absent)),
  );
  const lost = without(markdown, []) !== without(markdown, absent);
  it.skipIf(lost)("has no section that this machine can't run", () => expect(readSteps(markdown)).not.toEqual([]));
});

describe('README', () => {
  const markdown = readFileSync(join(repository, 'README.md'), 'utf8');

  it('counts what the demo has', () => {
    const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const counts = `${words[agents.length]} agents, ${words[people.length]} people`;
    expect(markdown).toContain(`\`npx parley demo --data-dir ./demo\` writes ${counts} and a month`);
  });

  it('shows what its commands print', () => {
    const [start, ...others] = readConsole(markdown);
    expect(start?.code).toBe('npm ci && npm start');
    expect(others.length).toBeGreaterThan(8);
    return follow(markdown, [
      { kind: 'serve', code: 'npm start', port: '3000', output: start?.output },
      ...others.map((step) => ({ kind: 'run' as const, ...step })),
    ]);
  });
});

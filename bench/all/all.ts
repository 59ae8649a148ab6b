import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { placesIn, withResult } from './page.ts';
import { longestMs, longestScenarioMs, sizes } from './sizes.ts';

const pagePath = 'bench/README.md';

/** The end of a scenario. */
interface Run {
  readonly output: string;
  /** Why there is no result. */
  readonly failure?: string;
}

/**
 * `npm run bench -- all`: measures every scenario in a process of its own, one after the other, and writes each one's
 * figures into bench/README.md. Returns the scenarios without figures, each with the reason; their former ones stay.
 */
export async function benchAll(only: readonly string[] | undefined): Promise<string[]> {
  const names = only ?? Object.keys(sizes);
  const places = placesIn(readFileSync(pagePath, 'utf8'));
  const unknown = names.filter((name) => sizes[name] === undefined || !places.includes(name));
  if (unknown.length > 0) throw new Error(`all has no scenario ${unknown.join(', ')}; it has ${places.join(', ')}.`);
  const committed = committedPage();
  const until = performance.now() + longestMs;
  const failed: string[] = [];
  for (const scenario of names) {
    const args = [scenario, ...(sizes[scenario]?.args ?? [])];
    const began = performance.now();
    const { output, failure } = await run(args, Math.min(longestScenarioMs, until - began));
    console.error(`${scenario}: ${((performance.now() - began) / 1000).toFixed(0)} s${failure ? `, ${failure}` : ''}`);
    if (failure !== undefined) {
      failed.push(`${scenario}: ${failure}`);
      continue;
    }
    const [, machine = '', ...text] = output.slice(output.indexOf(`# ${scenario}\n`)).split('\n\n');
    const result = { scenario, command: `npm run bench -- ${args.join(' ')}`, machine, text: text.join('\n\n') };
    // Written at once, so that an interrupted run keeps what it has measured.
    writeFileSync(pagePath, withResult(readFileSync(pagePath, 'utf8'), committed, result));
  }
  return failed;
}

/** The page of the last commit, so that a repeated run doesn't compare with itself; outside a repository, the file. */
function committedPage(): string {
  try {
    return execFileSync('git', ['show', `HEAD:${pagePath}`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return readFileSync(pagePath, 'utf8');
  }
}

/** Runs a scenario for at most `ms`, with the programs that it starts in a process group of its own. */
function run(args: readonly string[], ms: number): Promise<Run> {
  if (ms <= 0) return Promise.resolve({ output: '', failure: 'no time was left' });
  return new Promise((resolve) => {
    let [output, errors, isLate] = ['', '', false];
    const tsx = ['node_modules/tsx/dist/cli.mjs', 'bench/run.ts', ...args];
    const child = spawn(process.execPath, tsx, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, ms);
    const interrupt = () => {
      kill();
      process.exit(130);
    };
    process.once('SIGINT', interrupt);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(-2000);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt);
      const why = isLate ? `took more than ${(ms / 1000).toFixed(0)} s` : `failed: ${errors.trim()}`;
      resolve(code === 0 && output.includes('\n\n') ? { output } : { output, failure: why });
    });
  });
}

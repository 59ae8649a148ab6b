import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { looksLike, type Step } from './page.ts';
import type { Place } from './place.ts';
import { reservePort } from './ports.ts';

/** Max time until a server of a page answers, in ms. */
const startTimeout = 60_000;

/** The ports that pages name; a run has free ones in their place. */
const portsOfPages = ['3000', '3001', '3002'] as const;

/** Words of a page and their values in a run, such as the URL of a database. */
export type Replacements = Readonly<Record<string, string>>;

/** A shell in which the commands of a page run, one after another. */
export interface Session {
  run(step: Step): Promise<void>;
  /** Stops what still runs. */
  close(): Promise<void>;
}

/** Opens a session in a place; the caller must close it. */
export async function openSession(place: Place, replacements: Replacements = {}): Promise<Session> {
  const words = new Map<string, string>(Object.entries(replacements));
  for (const port of portsOfPages) words.set(port, String(await reservePort()));
  const adapt = (text: string) => replaceAll(text, words);
  const servers = new Map<string, ChildProcess>();
  let environment = exported(place, words.get('3000') ?? '');
  let scripts = 0;

  /** Runs a script to its end; its exports hold for those that follow. */
  const script = async (code: string): Promise<string> => {
    scripts += 1;
    const { file, variables } = writeScript(place, String(scripts), adapt(code));
    const child = start(file, { place, environment });
    const output = await outputOf(child);
    if (child.exitCode !== 0) throw new Error(`It failed (${child.exitCode}):\n${adapt(code)}\n${output}`);
    environment = await readVariables(variables);
    return output;
  };

  const serve = async ({ code, port, output: shown }: Step & { kind: 'serve' }): Promise<void> => {
    scripts += 1;
    const { file } = writeScript(place, String(scripts), adapt(code));
    const child = start(file, { place, environment });
    servers.set(port, child);
    let printed = '';
    const output = outputOf(child, (text) => {
      printed += text;
    });
    const url = `http://127.0.0.1:${words.get(port)}/`;
    for (const until = Date.now() + startTimeout; ; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${adapt(code)}\n${await output}`);
      if ((await answers(url)) && (shown === undefined || looksLike(printed, adapt(shown)))) return;
      if (Date.now() > until)
        throw new Error(`The server did not answer or print what the page shows in time:\n${adapt(code)}\n${printed}`);
    }
  };

  return {
    run: async (step) => {
      if (step.kind === 'file') writeFileSync(join(environment['PWD'] ?? '', step.name), adapt(step.code));
      else if (step.kind === 'serve') await serve(step);
      else if (step.kind === 'stop') await stop(servers.get(step.port));
      else expectOutput(await script(step.code), step.output && adapt(step.output), step.code);
    },
    close: async () => {
      await Promise.all([...servers.values()].map(stop));
    },
  };
}

type Variables = Readonly<Record<string, string>>;

/** Variables of the reader's shell: of the machine's own settings only those that programs need. */
const exported = ({ home, folder, path }: Place, port: string): Variables => ({
  PATH: path,
  HOME: home,
  PWD: folder,
  PORT: port,
  // Nothing listens there, so that a command that would download something fails.
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PYTHONDONTWRITEBYTECODE: '1',
});

function replaceAll(text: string, words: ReadonlyMap<string, string>): string {
  let adapted = text;
  for (const [word, value] of words) {
    adapted = /^\d+$/.test(word)
      ? adapted.replace(new RegExp(`\\b${word}\\b`, 'g'), value)
      : adapted.replaceAll(word, value);
  }
  return adapted;
}

function writeScript({ home }: Place, name: string, code: string) {
  const file = join(home, `.script-${name}.sh`);
  const variables = join(home, `.variables-${name}`);
  writeFileSync(file, `set -euo pipefail\n${code}\nenv -0 > ${variables}\n`);
  return { file, variables };
}

function start(file: string, { place, environment }: { place: Place; environment: Variables }): ChildProcess {
  const cwd = environment['PWD'] ?? place.folder;
  // Output and errors in one pipe: from two, a busy machine reads their lines in another order than they were written.
  // A group of its own: a command such as `npm start` starts further processes, which are stopped with it.
  return spawn('bash', ['-c', `exec 2>&1; . ${file}`], {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function outputOf(child: ChildProcess, onText?: (text: string) => void): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onText?.(text);
  });
  await once(child, 'close');
  return output;
}

async function readVariables(file: string): Promise<Variables> {
  const entries = (await readFile(file, 'utf8')).split('\0').filter((entry) => entry.includes('='));
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

function expectOutput(output: string, shown: string | undefined, code: string): void {
  if (shown === undefined || looksLike(output, shown)) return;
  throw new Error(`The output of\n${code}\nis\n${output}\nand the page shows\n${shown}`);
}

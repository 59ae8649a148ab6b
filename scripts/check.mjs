/**
 * `npm run check`: everything about the code that needs no running test. The parts run in parallel, one for each core.
 * A failure is printed with the command that repeats it. Words after `--` select parts by name.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { installTools } from './with-tools.mjs';

const bin = 'node_modules/.bin';

/** Programs of the packages that only this check needs. */
const tools = 'scripts/checks/node_modules/.bin';

/**
 * The workspaces that tsconfig.node.json checks as one, so that the server's sources, which most tests import, are
 * checked once.
 */
const inOne = ['apps/server', 'packages/sdk'];

/** The projects of types: what runs in Node.js, and each of the others by its folder. */
const typed = [
  'tsconfig.node.json',
  ...['apps', 'packages']
    .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
    .filter((folder) => !inOne.includes(folder) && existsSync(`${folder}/tsconfig.json`)),
  'examples',
];

/** The parts of the check, slowest first, so that all cores stay busy to the end. */
const parts = [
  ...typed.map((project) => ({ name: `types ${project}`, command: [`${bin}/tsc`, '-p', project] })),
  { name: 'dashboard size', command: [process.execPath, 'apps/dashboard/scripts/size.mjs'] },
  { name: 'dead code', command: [`${tools}/knip`] },
  { name: 'import rules', command: [`${tools}/depcruise`, '--config', 'dependency-rules.mjs', 'apps', 'packages'] },
  { name: 'openapi rules', command: [process.execPath, 'scripts/checks/openapi-rules.mjs'] },
  { name: 'openapi.json', command: [process.execPath, 'scripts/openapi.mjs', '--check'] },
  { name: 'lint and format', command: [`${tools}/biome`, 'check', '--error-on-warnings'] },
  { name: 'sizes', command: [process.execPath, 'scripts/checks/size-caps.mjs'] },
  { name: 'english', command: [process.execPath, 'scripts/checks/english.mjs'] },
  { name: 'changelog', command: [process.execPath, 'scripts/checks/changelog.mjs'] },
  { name: 'python client', command: [process.execPath, 'python/scripts/generate.mjs', '--check'] },
  { name: 'sdk reference', command: [process.execPath, 'packages/sdk/scripts/reference.mjs', '--check'] },
  { name: 'client parity', command: [process.execPath, 'scripts/clients/parity.mjs'] },
  { name: 'own tables', command: [process.execPath, 'scripts/checks/own-tables.mjs'] },
  { name: 'document links', command: [process.execPath, 'scripts/checks/document-links.mjs'] },
  { name: 'architecture map', command: [process.execPath, 'scripts/checks/architecture-map.mjs'] },
  { name: 'lockfile', command: [process.execPath, 'scripts/checks/lockfile.mjs'] },
];

const wanted = process.argv.slice(2);
const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
// The types of tests and of bench/ need their packages.
installTools('.', 'scripts/checks', 'bench');
const waiting = [...chosen];
/** @type {string[]} */
const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, work));

console.log(failed.length === 0 ? `check: all ${chosen.length} parts passed` : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 && chosen.length > 0 ? 0 : 1;

async function work() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const started = performance.now();
    const { code, output } = await run(part.command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${part.name} (${seconds} s)`);
    if (code === 0) continue;
    failed.push(part.name);
    console.log(`${output.trimEnd()}\n\nAgain with: ${part.command.join(' ')}\n`);
  }
}

/**
 * Runs one command until it exits.
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>} its exit code, and the output of both streams
 */
function run([program = '', ...args]) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

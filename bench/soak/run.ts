/**
 * `npm run soak [-- minutes]`: the built server under ordinary load beside hostile neighbours, on each engine in turn.
 * Prints memory, descriptors, log, database and the tenant's times over time, and judges them. Exits with 1 if anything
 * fails, and with 2 after a wrong call.
 */

import { report } from './judging/report.ts';
import { judge } from './judging/verdict.ts';
import { neighbours } from './neighbours/index.ts';
import { readOptions, type SoakOptions, usage } from './options.ts';
import { soak } from './soak.ts';

const names = neighbours.map(({ name }) => name);

/** Runs one engine after another. Returns the exit code. */
async function run({ seconds, engines, only, full, judge: force, json }: SoakOptions): Promise<number> {
  const chosen = neighbours.filter(({ name }) => only === undefined || only.includes(name));
  let failed = false;
  for (const engine of engines) {
    const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
    const share = seconds / engines.length;
    const outcome = await soak({ engine, seconds: share, full, neighbours: chosen, onProgress });
    if (outcome === undefined) {
      console.log(json ? JSON.stringify({ engine, skipped: true }) : `${engine}: skipped, this machine has none`);
      continue;
    }
    const checks = judge(outcome, chosen, force);
    failed ||= checks.some(({ result }) => result === 'FAILED');
    console.log(json ? JSON.stringify({ ...outcome, checks }) : report(outcome, checks));
  }
  return failed ? 1 : 0;
}

try {
  const options = readOptions(process.argv.slice(2), names);
  if (options.list) for (const { name, what } of neighbours) console.log(`${name.padEnd(20)} ${what}`);
  else if (process.platform !== 'linux')
    throw new Error('A soak reads /proc and uses many loopback addresses: Linux only.');
  else process.exitCode = await run(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}

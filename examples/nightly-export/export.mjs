/**
 * Exports the conversations that have changed since the last run, whole and with their messages, into a file of its own:
 * `conversations-2026-11-23T02-15-00-000Z.jsonl`. Run it every night; a missed night is caught up by the next run.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 node export.mjs /backups/parley [since]
 *   15 2 * * *  cd /opt/export && node export.mjs /backups/parley     # as a line of a crontab
 *
 * The key needs the scope `conversations:read`. The first run exports every conversation, or those that have changed
 * since the given time (ISO 8601). README.md says how the files are read, and why nothing is missing in them.
 */
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Parley, ParleyError } from '@parley/sdk';

/** Longer than clocks differ, and than a change takes from getting its time to being visible. */
const overlapMs = 60 * 60 * 1000;

/**
 * The memory of the runs: the end of the last one in ms since 1970, and the last change of each conversation that the next
 * run may meet again.
 * @typedef {{ until: number, seen: Record<string, string> }} State
 */

const [folder, since] = process.argv.slice(2);
if (folder === undefined || (since !== undefined && Number.isNaN(Date.parse(since)))) {
  console.error('Usage: node export.mjs <folder> [since, such as 2026-11-01T00:00:00Z]');
  process.exit(2);
}

try {
  await exportChanges(new Parley(), folder);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  // The state is that of the last complete run, so the next one starts where it ended.
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * @param {Parley} client
 * @param {string} into
 */
async function exportChanges(client, into) {
  await mkdir(into, { recursive: true });
  const stateFile = join(into, 'state.json');
  const last = readState(stateFile);
  const until = Date.now();
  const after = last === undefined ? since : new Date(last.until - overlapMs).toISOString();
  const name = `conversations-${new Date(until).toISOString().replace(/[:.]/g, '-')}.jsonl`;
  const lines = client.conversations.export({
    ...(after !== undefined && { updatedAfter: after }),
    updatedBefore: new Date(until).toISOString(),
  });
  /** @type {State} */
  const state = { until, seen: {} };
  let exported = 0;
  await write(join(into, name), async (file) => {
    for await (const line of linesOf(lines)) {
      const { _id, updatedAt } = JSON.parse(line);
      if (Date.parse(updatedAt) >= until - overlapMs) state.seen[_id] = updatedAt;
      // In the overlap: the run before has exported just this.
      if (last?.seen[_id] === updatedAt) continue;
      exported += 1;
      await file.write(`${line}\n`);
    }
  });
  // Last, so that a run that ends before is repeated.
  await write(stateFile, async (file) => void (await file.write(JSON.stringify(state))));
  console.log(`${name}: ${exported} conversations`);
}

/**
 * @param {string} path
 * @returns {State | undefined}
 */
function readState(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The lines of a text that comes in parts.
 * @param {AsyncIterable<string>} parts
 */
async function* linesOf(parts) {
  /** @type {string[]} */
  let begun = [];
  for await (const part of parts) {
    const [rest = '', ...others] = part.split('\n');
    begun.push(rest);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
}

/**
 * Writes a file. It gets its name when it is complete and on the disk, so a file with that name is never half of one.
 * @param {string} path
 * @param {(file: import('node:fs/promises').FileHandle) => Promise<void>} fill
 */
async function write(path, fill) {
  const partial = `${path}.part`;
  const file = await open(partial, 'w', 0o600);
  try {
    await fill(file);
    await file.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

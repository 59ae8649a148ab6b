/**
 * Exports the conversations of each past day into a file of its own: `conversations-2026-11-22.jsonl`. Run it every
 * night: a day that is there is skipped, and a missed night is caught up.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 node export.mjs /backups/parley [days]
 *   15 2 * * *  cd /opt/export && node export.mjs /backups/parley 7     # as a line of a crontab
 *
 * The key needs the scope `conversations:read`. Days are those of UTC, by the conversations' creation. A file holds
 * what the conversations were at the time of its export: a later message is not in it.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Parley, ParleyError } from '@parley/sdk';

const dayMs = 24 * 60 * 60 * 1000;

const [folder, given = '1'] = process.argv.slice(2);
const days = Number(given);
if (folder === undefined || !Number.isInteger(days) || days < 1 || days > 366) {
  console.error('Usage: node export.mjs <folder> [days from 1 to 366]');
  process.exit(2);
}

try {
  await exportDays(new Parley(), folder);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  // Complete days stay; the next run continues with this one.
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * @param {Parley} client
 * @param {string} into
 */
async function exportDays(client, into) {
  await mkdir(into, { recursive: true });
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let start = today - days * dayMs; start < today; start += dayMs) {
    const name = `conversations-${new Date(start).toISOString().slice(0, 10)}.jsonl`;
    if (existsSync(join(into, name))) continue;
    const bytes = await exportDay(client, { start, file: join(into, name) });
    console.log(`${name}: ${bytes} bytes`);
  }
}

/**
 * Writes the conversations of one day. The file gets its name when it is complete and on the disk, so a file with that
 * name is never half of one.
 * @param {Parley} client
 * @param {{ start: number, file: string }} day
 */
async function exportDay(client, { start, file }) {
  const partial = `${file}.part`;
  const target = await open(partial, 'w', 0o600);
  let bytes = 0;
  try {
    const text = client.conversations.export({
      createdAfter: new Date(start).toISOString(),
      createdBefore: new Date(start + dayMs).toISOString(),
    });
    for await (const part of text) bytes += (await target.write(part)).bytesWritten;
    await target.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await target.close();
  }
  await rename(partial, file);
  return bytes;
}

// @module-tag sql

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { between, createRandom, type Random } from '../../src/random.ts';
import type { Engine } from '../../src/storage/database.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { findWrongCounts } from '../../src/storage/quotas/counts.ts';
import { checkIntegrity, withReader } from '../../src/storage/sqlite/backup/backup-format.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { makeTown, openTown, type Town } from './deletions.ts';
import { asker } from './installation.ts';

const kills = runs(3, 'PARLEY_TEST_DELETION_KILLS', 6);

/** Max kills per installation; a new one keeps long runs from slowing down. */
const killsOnOne = 20;

/** Kills of a further installation, and how many further ones there may be in units of `killsOnOne`. */
const fewest = 3;
const mostFurther = 5 * killsOnOne;

/** Max time until the last deletion is finished, in ms. On PostgreSQL it waits until the dead process's lease expires. */
const finished = takenOver + 60_000;

const seed = announceSeed('testing/crash/deletions');

// Side by side, because most of the time is waiting: for servers, and on PostgreSQL for leases.
describe.concurrent.each(engines)(
  'a server on %s that is killed while a workspace and an account are deleted',
  (engine) => {
    const limit = 180_000 + (kills + fewest * 5) * 30_000 + (Math.ceil(kills / killsOnOne) + 5) * finished;
    test(`undoes or finishes each deletion, ${kills} times`, { timeout: limit }, async () => {
      const random = createRandom(seed);
      let interrupted = 0;
      // On a busy machine every kill may come too late to interrupt anything: then there are some more.
      for (let done = 0; done < kills || (interrupted === 0 && done < kills + mostFurther); done += killsOnOne) {
        const town = await makeTown(engine, Math.min(killsOnOne, Math.max(kills - done, fewest)));
        interrupted += await killRepeatedly(town, random);
        await expectNothingElse(engine, town);
        await town.close();
      }
      expect(interrupted).toBeGreaterThan(0);
    });
  },
);

/** Deletes pair after pair with a kill each, and finally what the kills have undone; returns the interrupted purges. */
async function killRepeatedly(town: Town, random: Random): Promise<number> {
  const { dataDir, env } = town;
  let interrupted = 0;
  let server = await startServer(dataDir, { env });
  for (const [index, pair] of town.doomed.entries()) {
    const asked = pair.map((one) => one.remove(server.url));
    // Of three kills one comes in the middle of the requests, one as soon as a purge is seen, and one at any time.
    if (index % 3 === 1) await seenPurge(town, asked);
    else await wait(between(random, 0, [150, 0, 800][index % 3] ?? 0));
    await server.kill();
    const acknowledged = await Promise.all(asked);
    if ((await purgesOf(town)) > 0) interrupted += 1;
    server = await startServer(dataDir, { env });
    const states = await Promise.all(pair.map((one) => one.stateOn(server.url)));
    // Never something between.
    const expected = acknowledged.map((is) => expect.stringMatching(is ? /^gone$/ : /^(gone|whole)$/));
    expect(states, `after kill ${index + 1}`).toEqual(expected);
  }
  for (const one of town.doomed.flat())
    if ((await one.stateOn(server.url)) === 'whole') expect(await one.remove(server.url)).toBe(true);
  await vi.waitFor(async () => expect(await purgesOf(town)).toBe(0), { timeout: finished, interval: 200 });
  expect(await server.stop()).toBe(0);
  return interrupted;
}

/** Resolves when a purge has begun, or all requests have ended. */
async function seenPurge(town: Town, asked: readonly Promise<boolean>[]): Promise<void> {
  let isOver = false;
  const over = Promise.all(asked).then(() => {
    isOver = true;
  });
  while (!isOver && (await purgesOf(town)) === 0) await Promise.race([over, wait(5)]);
}

/** Returns how many deletions aren't finished. */
const purgesOf = ({ dataDir, database }: Town): Promise<number> =>
  asker(
    dataFolder(dataDir).database,
    database?.url,
  )(async (sql) => {
    const [row] = await sql("select count(*) as number from jobs where kind like '%.purge%'");
    return Number(row?.['number']);
  });

/** Expects that everything of the deleted is gone, and everything else is as it was. */
async function expectNothingElse(engine: Engine, town: Town): Promise<void> {
  if (engine === 'sqlite') withReader(dataFolder(town.dataDir).database, checkIntegrity);
  const service = await openTown(engine, town);
  await service.features.blobs.sweep();
  expect(await town.leftBehind(service)).toEqual([]);
  expect(await town.lost(service)).toEqual([]);
  expect(await findWrongCounts(service.db, 10)).toEqual([]);
  await service.close();
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { between, pick, type Random } from '../src/random.ts';
import type { Blobs } from '../src/storage/blobs/blobs.ts';
import type { Database } from '../src/storage/database.ts';
import { one, statement } from '../src/storage/unit.ts';

/** A row that holds a content, as that of a feature would. */
export interface Owner {
  readonly name: string;
  readonly workspaceId: string;
  readonly hash: string;
  /** Which content it is; see `contentOf`. */
  readonly content: number;
}

/** Number of contents: few, so that a workspace often holds one several times. */
const contents = 24;

/** Sizes in bytes: none, one, and around the bytes that a store writes at a time. */
const sizes = [0, 1, 1000, 65_537, 512 * 1024, 700_000, 1_100_000];

/** The bytes of a content. */
export const contentOf = (content: number): Buffer =>
  Buffer.alloc(sizes[content % sizes.length] ?? 0, `content ${content} `);

/** Owners beyond this number make releases likelier than uploads. */
const usualOwners = 30;

/** Bytes of a file that arrive together, and max ms between them. */
const partSize = 200_000;
const pause = 3;

const prefix = 'owner ';

/** The owners whose units of work were committed. */
export async function ownersIn(db: Database): Promise<Owner[]> {
  const rows = await db.read(db.query.selectFrom('settings').selectAll().where('name', 'like', `${prefix}%`));
  return rows.map(({ name, value }) => ({ name, ...(JSON.parse(value) as Omit<Owner, 'name'>) }));
}

interface Using {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly random: Random;
  /** Called when an owner holds a content. */
  readonly onHeld: () => void;
}

class ClientLeft extends Error {}
class ReleasedMeanwhile extends Error {}

/**
 * Does one thing that the service does with files: an upload that is held, discarded or cut off, or a release. Throws
 * what should not happen.
 */
export async function useBlobs(using: Using): Promise<void> {
  const owners = await ownersIn(using.db);
  const releases = using.random() * (owners.length + usualOwners) < owners.length;
  try {
    await (releases ? release(using, pick(using.random, owners)) : upload(using));
  } catch (error) {
    if (!(error instanceof ClientLeft || error instanceof ReleasedMeanwhile)) throw error;
  }
}

async function upload({ db, blobs, random, onHeld }: Using): Promise<void> {
  const content = between(random, 0, contents - 1);
  const chance = random();
  const bytes = arriving(contentOf(content), { random, isCut: chance < 0.15 });
  const stored = await blobs.put(bytes, { maxBytes: Math.max(...sizes) });
  if (chance < 0.3) return blobs.discard(stored);
  const workspaces = await db.read(db.query.selectFrom('workspaces').select('id'));
  const { id: workspaceId } = pick(random, workspaces);
  const value = JSON.stringify({ workspaceId, hash: stored.hash, content });
  const owner = db.query.insertInto('settings').values({ name: `${prefix}${randomUUID()}`, value });
  await db.write([statement(owner), ...blobs.hold(workspaceId, stored)]);
  onHeld();
}

async function release({ db, blobs }: Using, { name, workspaceId, hash }: Owner): Promise<void> {
  const owner = db.query.deleteFrom('settings').where('name', '=', name);
  await db.write([one(owner, () => new ReleasedMeanwhile()), ...blobs.release({ workspaceId, hash })]);
}

/** Yields a content as a network does: in parts, with pauses, and sometimes not to its end. */
async function* arriving(
  bytes: Buffer,
  { random, isCut }: { random: Random; isCut: boolean },
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += partSize) {
    await wait(between(random, 0, pause));
    if (isCut && start > 0) throw new ClientLeft();
    yield bytes.subarray(start, start + partSize);
  }
  if (isCut) throw new ClientLeft();
}

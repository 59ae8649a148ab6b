// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { makeInhabitant, makeWorkspace } from '../../../../testing/fixtures/people.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { everyRow, naming } from '../../../../testing/memory/left-behind.ts';
import type { Attempt } from '../../../storage/jobs/kind.ts';
import { purgeOf } from '../../../storage/purging.ts';
import { findWrongCounts } from '../../../storage/quotas/counts.ts';
import { statement } from '../../../storage/unit.ts';

/** Rounds of a race: which side wins differs. */
const rounds = 5;

const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('deletions in the same moment, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let alices: Parley;
  let bobs: Parley;
  beforeAll(async () => {
    carol = await parley.person();
  });

  const meet = async () => {
    [alice, bob] = [await parley.person(), await parley.person()];
    [alices, bobs] = [await alice.session(), await bob.session()];
  };
  /** Makes Alice and Bob the owners of a workspace in which Carol is, too. */
  const own = async () => {
    await meet();
    await alice.invite(bob, 'owner');
    await alice.invite(carol, 'viewer');
  };
  const tokenOf = ({ url }: { url: string | null }) => url?.split('#token=')[1] ?? '';
  const codesOf = (ends: readonly PromiseSettledResult<unknown>[]) =>
    ends.map((end) => (end.status === 'fulfilled' ? 'done' : String(end.reason.code)));
  const ownersOf = async (workspace: string) => {
    const { db } = parley;
    const members = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
    return db.read(members.where('role', '=', 'owner'));
  };
  const changedMeanwhile = /^(last_owner|version_conflict)$/;
  const purged = async () => {
    const { db } = parley;
    const ours = db.query
      .selectFrom('jobs')
      .select('id')
      .where((of) => of.or([of('kind', 'like', 'workspaces.%'), of('kind', 'like', 'accounts.%')]));
    const left = async () => {
      // A job that another unit had locked when it was due waits for the next look.
      await parley.features.jobs.poll();
      return db.read(ours);
    };
    await vi.waitFor(async () => expect(await left()).toEqual([]), patient);
  };

  test('an account goes, whichever of its last person and its last workspace goes first', async () => {
    const { db, features } = parley;
    /** The last unit of work of a deletion. */
    const lastUnit = async (kind: string, owner: string) => {
      const attempt = { payload: { ...purgeOf(owner), step: 100 }, attempt: 1 } as unknown as Attempt<unknown>;
      return (await features.jobs.find(kind)?.handler(attempt))?.effect ?? [];
    };
    const accounts: string[] = [];
    for (let round = 0; round < 8 * rounds; round += 1) {
      const person = await makeInhabitant(parley, 'Last');
      const workspace = await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
      accounts.push(person.account);
      await db.write([
        statement(db.query.updateTable('users').set({ status: 'deleted' }).where('id', '=', person.id)),
        statement(db.query.deleteFrom('members').where('workspace_id', '=', workspace)),
        statement(db.query.updateTable('workspaces').set({ deleted_at: 1 }).where('id', '=', workspace)),
      ]);
      const units = await Promise.all([
        lastUnit('accounts.purge_person', person.id),
        lastUnit('workspaces.purge', workspace),
      ]);
      await Promise.all(units.map((unit) => features.jobs.db.write([...unit])));
    }
    await purged();
    expect(naming(await everyRow(db), new Set(accounts))).toEqual([]);
  });

  test('409 or 412: of two owners who delete their accounts, one stays', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await own();
      const ends = codesOf(await Promise.allSettled([alices.me.delete({ password }), bobs.me.delete({ password })]));
      expect(ends.sort()).toEqual(['done', expect.stringMatching(changedMeanwhile)]);
      expect(await ownersOf(alice.workspace)).toHaveLength(1);
    }
  });

  test('409 or 412: an owner deletes their account while the other one becomes a viewer', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await own();
      const at = { workspaceId: alice.workspace, userId: bob.user.id };
      const ends = await Promise.allSettled([
        alices.me.delete({ password }),
        bobs.workspaces.members.update(at, { role: 'viewer' }),
      ]);
      expect(codesOf(ends).sort()).toEqual(['done', expect.stringMatching(changedMeanwhile)]);
      expect(await ownersOf(alice.workspace)).toHaveLength(1);
    }
  });

  test('401: an account that is deleted twice', async () => {
    await meet();
    const ends = await Promise.allSettled([alices, await alice.session()].map((each) => each.me.delete({ password })));
    expect(codesOf(ends).sort()).toEqual(['done', expect.stringMatching(/^(invalid_credentials|session_ended)$/)]);
    await purged();
    expect(naming(await everyRow(parley.db), new Set([alice.user.id]))).toEqual([]);
  });

  test('a person who leaves and joins is either gone or a member', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await meet();
      const draft = { email: bob.user.email, role: 'owner' } as const;
      const token = tokenOf(await alices.workspaces.invitations.create(alice.workspace, draft));
      const [left, joined] = codesOf(
        await Promise.allSettled([
          bobs.me.delete({ password }),
          sessionClient(parley.url).invitations.accept({ token, password }),
        ]),
      );
      expect([left, joined]).toEqual([
        expect.stringMatching(/^(done|version_conflict)$/),
        expect.stringMatching(/^(done|invalid_credentials|invitation_not_found)$/),
      ]);
      if (left === 'done') {
        await purged();
        const rows = naming(await everyRow(parley.db), new Set([bob.user.id]));
        expect(rows.filter(({ values }) => values['workspace_id'] !== alice.workspace)).toEqual([]);
        expect(rows.filter(({ table }) => table !== 'events' && table !== 'event_log')).toEqual([]);
      } else {
        expect((await (await bob.session()).me.retrieve()).workspaces).toHaveLength(2);
      }
    }
  });

  test('404: a workspace that is deleted while people accept invitations has none of them', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await meet();
      const { _id: id } = await alices.workspaces.create({ name: 'Doomed' });
      const stranger = { email: `stranger-${round}-${engine}@example.com` };
      const { invitations } = alices.workspaces;
      const tokens = [
        tokenOf(await invitations.create(id, { email: bob.user.email, role: 'owner' })),
        tokenOf(await invitations.create(id, { ...stranger, role: 'admin' })),
      ];
      const [deleted, ...joined] = codesOf(
        await Promise.allSettled([
          alices.workspaces.delete(id, { confirm: 'Doomed' }),
          ...tokens.map((token) => sessionClient(parley.url).invitations.accept({ token, password })),
        ]),
      );
      expect(deleted).toBe('done');
      for (const end of joined) expect(end).toMatch(/^(done|invitation_not_found)$/);
      await purged();
      const rows = naming(await everyRow(parley.db), new Set([id]));
      expect(rows.map(({ values }) => values['type'])).toEqual(['workspace.deleted']);
      if (joined[1] !== 'done') continue;
      const browser = sessionClient(parley.url);
      await browser.sessions.create({ ...stranger, password });
      expect((await browser.me.retrieve()).workspaces).toEqual([]);
    }
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });
});

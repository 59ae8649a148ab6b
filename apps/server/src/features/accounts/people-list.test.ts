// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { makeInhabitant, makeWorkspace } from '../../../testing/fixtures/people.ts';
import { service } from '../../../testing/harness.ts';

describe.each(engines)('the list of people, on %s', (engine) => {
  const parley = service(engine);

  test('goes through every page, once, in the order of creation, without removed people', async () => {
    const owner = await makeInhabitant(parley, 'Owner');
    const people = [owner];
    for (let made = 0; made < 450; made += 1) {
      people.push(await makeInhabitant(parley, `Person ${made}`, { account: owner.account }));
    }
    const workspace = await makeWorkspace(parley, owner.account, new Map([[owner, 'owner' as const]]));
    await parley.features.accounts.people.remove(people.at(-1)?.email ?? '');
    const listed = [];
    for await (const page of parley.features.accounts.people.pages()) {
      expect(page.length).toBeLessThanOrEqual(200);
      listed.push(...page);
    }
    expect(listed.map(({ _id }) => _id)).toEqual(people.slice(0, -1).map(({ id }) => id));
    expect(listed.flatMap(({ workspaces }) => workspaces.map(({ _id }) => _id))).toEqual([workspace]);
    expect(listed[1]).toMatchObject({ verified: false, lastSignInAt: null, account: { plan: 'business' } });
  });
});

// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';

const days = {
  monday: [
    { from: '13:30', to: '18:00' },
    { from: '09:00', to: '12:30' },
  ],
  sunday: [],
};

describe.each(engines)('working hours, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const set = (more: object = {}) =>
    client.workspaces.hours.set(alice.workspace, { timeZone: 'Europe/Berlin', days, ...more });

  test('are null at first: it is always open', async () => {
    const { workspace } = alice;
    expect(await client.workspaces.hours.retrieve(workspace)).toEqual({
      ...{ workspace, timeZone: null, days: null, holidays: [], open: true, opensAt: null, updatedAt: null },
    });
    await client.workspaces.hours.delete(workspace);
  });

  test('are set as a whole, in order, twice, and removed', async () => {
    const made = await set({ holidays: [{ date: '2026-12-25', name: 'Christmas' }] });
    expect(made).toMatchObject({
      timeZone: 'Europe/Berlin',
      days: {
        monday: [
          { from: '09:00', to: '12:30' },
          { from: '13:30', to: '18:00' },
        ],
        tuesday: [],
        sunday: [],
      },
      holidays: [{ date: '2026-12-25', name: 'Christmas', periods: [] }],
    });
    expect(await client.workspaces.hours.retrieve(alice.workspace)).toMatchObject({ days: made.days });
    const closed = await set({ days: {} });
    expect(closed).toMatchObject({ open: false, opensAt: null, holidays: [] });
    await client.workspaces.hours.delete(alice.workspace);
    expect(await client.workspaces.hours.retrieve(alice.workspace)).toMatchObject({ timeZone: null, open: true });
  });

  test('that overlap, end before they begin, or have an unknown zone are refused by their paths', async () => {
    const refused = (path: string, message: string) => ({
      ...{ status: 400, code: 'validation_failed', details: [{ path, message }] },
    });
    await expect(set({ timeZone: 'Mars/Olympus' })).rejects.toMatchObject(
      refused('timeZone', 'must be a time zone such as Europe/Berlin'),
    );
    const friday = [
      { from: '09:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ];
    await expect(set({ days: { friday } })).rejects.toMatchObject(
      refused('days.friday.1', 'overlaps with 09:00–12:00'),
    );
    await expect(set({ days: { friday: [{ from: '18:00', to: '09:00' }] } })).rejects.toMatchObject(
      refused('days.friday.0.to', 'must be later than 18:00'),
    );
    for (const period of [{ from: '9:00', to: '10:00' }, { from: '09:00' }, { from: '09:00', to: '25:00' }])
      await expect(set({ days: { friday: [period] } })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(set({ days: { someday: [] } })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('are read by members, set by admins, and unknown to strangers', async () => {
    const editor = await parley.person();
    await alice.invite(editor, 'editor');
    const other = await editor.session();
    expect(await other.workspaces.hours.retrieve(alice.workspace)).toMatchObject({ workspace: alice.workspace });
    await expect(other.workspaces.hours.set(alice.workspace, { timeZone: 'UTC', days })).rejects.toMatchObject({
      code: 'insufficient_role',
    });
    const stranger = await (await parley.person()).client();
    await expect(stranger.workspaces.hours.retrieve(alice.workspace)).rejects.toMatchObject({
      code: 'workspace_not_found',
    });
  });
});

import type { Desk, Entries } from '../../src/features/conversations/entries/needs.ts';

/** Entries that are neither written nor read. */
export const silentEntries: Entries = {
  enter: () => [{ sql: 'select 1', parameters: [] }],
  page: async () => '{"items":[],"nextCursor":null}',
  inSpan: async () => ({ rows: [], more: false }),
  having: async () => new Set(),
  ofConversation: async function* () {},
};

/** Nothing is enqueued for the desk. */
export const silentDesk: Desk = {
  route: () => ({ sql: 'select 1', parameters: [] }),
  shown: () => ({ sql: 'select 1', parameters: [] }),
  handOver: () => ({ sql: 'select 1', parameters: [] }),
  wakeAt: () => ({ sql: 'select 1', parameters: [] }),
};

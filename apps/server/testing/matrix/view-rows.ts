import { allowed, found } from './checks.ts';
import { type Given, path, type Row } from './row.ts';

const [reads, writes] = ['conversations:read', 'conversations:write'] as const;

const one = (needs: typeof reads | typeof writes): Row => ({
  ...{ needs, status: 200, slots: { id: path('view') } },
  checks: [found('id', 'view_not_found'), allowed('id', needs)],
});

/** Calls of the endpoints of views, and their permissions. */
export const viewRows: Readonly<Record<string, Row>> = {
  createView: {
    ...{ needs: writes, status: 201 },
    body: ({ marker, serial }: Given) => ({ name: `${marker.slice(0, 60)} ${serial}`, filters: {} }),
    // Never left out: the calls before have created workspaces, so that several are within reach.
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', writes)],
  },
  listViews: {
    needs: reads,
    status: 200,
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getView: one(reads),
  updateView: {
    ...one(writes),
    body: ({ marker, serial }) => ({ filters: { tag: `t${serial}` }, name: `${marker.slice(0, 60)} ${serial}` }),
  },
  deleteView: one(writes),
};

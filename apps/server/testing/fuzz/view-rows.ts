import { statement } from '../../src/storage/unit.ts';
import { viewRow } from '../fixtures/team-rows.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const conflicts = {
  name_conflict: 'Names are drawn at random.',
  view_limit_reached: 'A long run creates more than a workspace may have.',
};

/** Filters that exist; their values are drawn for lists, too. */
const real = (body: Readonly<Record<string, unknown>>) => ({
  ...('filters' in body && { filters: { status: 'open', tag: 'late' } }),
});

const readOnly = ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'] as const;

/** Calls of the operations on views with which a valid request succeeds. */
export async function viewRows({ service: { db }, owner }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace, person } = owner;
  const bare = async () => {
    const row = viewRow(workspace, { created_by: person.id });
    await db.write([statement(db.query.insertInto('views').values(row))]);
    return row.id;
  };
  const one = { headers, params: { id: await bare() } };
  const without = Object.fromEntries(readOnly.map((field) => [field, undefined]));
  return {
    createView: {
      target: (body) => ({ headers, body: { ...real(body), workspaceId: workspace } }),
      conflicts,
    },
    listViews: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getView: { target: () => one },
    // A row of its own for each request: many changes at once of one are conflicts.
    updateView: {
      target: async (body) => ({ headers, params: { id: await bare() }, body: { ...real(body), ...without } }),
      conflicts,
    },
    deleteView: { target: async () => ({ headers, params: { id: await bare() } }) },
  };
}

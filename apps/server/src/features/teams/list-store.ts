import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { createList } from '../../storage/sql/list.ts';
import type { TeamQuery } from './schema.ts';
import { teamJson } from './store.ts';

const teams = createList({
  table: 'teams',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name_folded' },
  textSorts: ['name'],
  json: teamJson,
  // A hundred members of about a hundred bytes, and a name; a character can take six bytes in JSON.
  maxRowBytes: 20_000,
  // An index has those of a workspace by creation, and by name; their bound keeps them few.
  areInOrder: () => false,
  mayScan: () => false,
  where: () => [],
});

/** Reads a page of the teams of the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const readTeams = (
  db: Database,
  reach: Reach,
  { query, ...asker }: Asker & { readonly query: TeamQuery },
): Promise<string> => {
  const scan = { ...asker, narrow: 'Leave out includeTotal.' };
  return teams.read(db, { reach, filters: {}, scan }, query);
};

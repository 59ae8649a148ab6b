import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { matchesFacets, wantedFacets } from '../../../storage/sql/facets.ts';
import { createList } from '../../../storage/sql/list.ts';
import type { Row } from '../../../storage/sql/page.ts';
import type { ChannelSelection } from '../schema.ts';
import { channelJson, isLive } from '../store.ts';

interface Filters {
  readonly agent: string | undefined;
  readonly type: string | undefined;
  readonly status: string | undefined;
  readonly externalId: string | undefined;
  readonly name: string | undefined;
  /** The values of `metadata`, from `wantedFacets`. */
  readonly wanted: string | undefined;
}

const channels = createList({
  table: 'channels',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
  textSorts: ['name'],
  json: channelJson,
  // The texts of a chat: a character can take six bytes in JSON.
  maxRowBytes: 400_000,
  // An index has those of an agent by creation, and those of a workspace by their state; the others are sorted.
  areInOrder: () => false,
  mayScan: (_filters: Filters) => true,
  where: (
    db,
    of,
    { agent, type, status, externalId, name, wanted }: Filters & { readonly reach: readonly string[] },
  ) => [
    agent !== undefined && of('agent_id', '=', agent),
    isLive(of),
    type !== undefined && of('type', '=', type),
    status !== undefined && of('status', '=', status),
    externalId !== undefined && of('external_id', '=', externalId),
    name !== undefined && of('name', '=', name),
    wanted !== undefined && matchesFacets(db, wanted, { own: of.ref('facets') }),
  ],
});

/** Columns to read, the asker, and the fields that complete the JSON of a row. */
interface Listing extends Asker {
  /** All agents if undefined. */
  readonly agent: string | undefined;
  readonly query: ChannelSelection;
  complete(json: string, fields?: readonly string[]): string;
}

/** Reads a page of the channels of an agent, or of all in the workspaces within reach, as JSON text. Throws `cursor_invalid`. */
export const read = (db: Database, reach: Reach, { agent, query, complete, ...asker }: Listing): Promise<string> => {
  const { type, status, externalId, name, fields } = query;
  const also = async (_db: Database, rows: readonly Row[]) =>
    rows.map((row) => (row.json === null ? row : { ...row, json: complete(row.json, fields) }));
  const scan = { ...asker, narrow: 'Leave out type, status, name, metadata or includeTotal.' };
  // The agent is part of the query, so that a cursor is bound to it.
  const ofAgent = { ...query, agent: agent ?? null };
  return channels.read(
    db,
    { reach, filters: { agent, type, status, externalId, name, wanted: wantedFacets([query.metadata]) }, scan, also },
    ofAgent,
  );
};

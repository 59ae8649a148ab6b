import type { Actor } from '../../access/actor.ts';
import { upsert as createOrChange } from '../../access/external-ids.ts';
import { workspaceFor } from '../../access/workspace-for.ts';
import { invalid } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { ChangeQueue } from './change-queue.ts';
import type { SourceUpsert } from './draft-schema.ts';
import { findByExternalId } from './list-store.ts';
import type { SourceNeeds } from './needs.ts';
import type { Sources } from './service.ts';

/** A source by the caller's ID; the workspace is that of the caller unless set. */
export interface ExternalSource {
  readonly externalId: string;
  readonly workspaceId: string | undefined;
}

/** Dependencies of upserts. */
interface Needs extends Pick<SourceNeeds, 'namesOf'> {
  readonly db: Database;
  readonly sources: Pick<Sources, 'create' | 'update'>;
}

/** Creates the function that creates or changes the source with an external ID; `created` is the ID of a new one. */
export function createUpsert({ db, namesOf, sources }: Needs, inTurn: ChangeQueue) {
  const once = (actor: Actor, { externalId, workspace }: Within, { type, ...changes }: SourceUpsert) =>
    createOrChange<Found, Upserted>({
      find: () => findByExternalId(db, workspace, externalId),
      create: async () => {
        if (type === undefined)
          throw invalid([{ path: 'type', message: 'is required, because there is no such source yet' }]);
        const { syncInterval, ...rest } = changes;
        const interval = syncInterval === undefined ? {} : { syncInterval };
        const draft = { type, ...rest, ...interval, externalId, workspaceId: workspace };
        const { source } = await sources.create(actor, draft);
        return { json: JSON.stringify(source), created: source._id };
      },
      change: async (before) => {
        if (type !== undefined && type !== before.type)
          throw invalid([{ path: 'type', message: `must be ${before.type}, which can’t be changed` }]);
        return { json: await sources.update(actor, before.id, changes), created: undefined };
      },
      gone: 'knowledge_source_not_found',
    });

  return async (actor: Actor, { externalId, workspaceId }: ExternalSource, upsert: SourceUpsert) => {
    const workspace = await workspaceFor(actor, workspaceId, namesOf);
    return inTurn(`${workspace} ${externalId}`, () => once(actor, { externalId, workspace }, upsert));
  };
}

interface Within {
  readonly externalId: string;
  readonly workspace: string;
}

interface Found {
  readonly id: string;
  readonly type: string;
}

/** The source as JSON text; `created` is its ID if it is new. */
interface Upserted {
  readonly json: string;
  readonly created: string | undefined;
}

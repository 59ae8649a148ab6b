import type { Actor } from '../../access/actor.ts';
import { workspaceFor } from '../../access/workspace-for.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { ChangeQueue } from './change-queue.ts';
import type { SourceUpsert } from './draft-schema.ts';
import { StaleSource } from './failures.ts';
import type { SourceNeeds } from './needs.ts';
import type { Sources } from './service.ts';
import * as store from './store.ts';

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
  const once = async (actor: Actor, { externalId, workspace }: Within, { type, ...changes }: SourceUpsert) => {
    const before = await store.findByExternalId(db, workspace, externalId);
    if (before === undefined) {
      if (type === undefined)
        throw invalid([{ path: 'type', message: 'is required, because there is no such source yet' }]);
      const { syncInterval, ...rest } = changes;
      const interval = syncInterval === undefined ? {} : { syncInterval };
      const draft = { type, ...rest, ...interval, externalId, workspaceId: workspace };
      const { source } = await sources.create(actor, draft).catch(again);
      return { json: JSON.stringify(source), created: source._id };
    }
    if (type !== undefined && type !== before.type)
      throw invalid([{ path: 'type', message: `must be ${before.type}, which can’t be changed` }]);
    return { json: await sources.update(actor, before.id, changes), created: undefined };
  };

  return async (actor: Actor, { externalId, workspaceId }: ExternalSource, upsert: SourceUpsert) => {
    const workspace = await workspaceFor(actor, workspaceId, namesOf);
    return inTurn(`${workspace} ${externalId}`, () => once(actor, { externalId, workspace }, upsert));
  };
}

interface Within {
  readonly externalId: string;
  readonly workspace: string;
}

/** Another request has created it meanwhile: it is read again. */
function again(error: unknown): never {
  throw error instanceof AppError && error.code === 'external_id_conflict' ? new StaleSource() : error;
}

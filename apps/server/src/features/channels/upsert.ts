import type { Actor } from '../../access/actor.ts';
import { upsert } from '../../access/external-ids.ts';
import { type NamesOf, workspaceFor } from '../../access/workspace-for.ts';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { createGate } from '../../scheduling/lanes.ts';
import type { Database } from '../../storage/database.ts';
import * as store from './external-store.ts';
import { failures } from './failures.ts';
import type { Channels, ChannelWithSecret } from './service.ts';
import type { ChannelUpsert } from './upsert-schema.ts';

/** A channel by the caller's ID; the workspace is that of the caller unless set. */
interface ExternalChannel {
  readonly externalId: string;
  readonly workspaceId: string | undefined;
  /** The versions that `If-Match` allows; any if undefined. */
  readonly ifMatch: readonly number[] | undefined;
}

/** The channel, with its secret if it is new. */
interface Upserted extends ChannelWithSecret {
  readonly isNew: boolean;
}

interface Needs {
  readonly db: Database;
  readonly namesOf: NamesOf;
  readonly channels: Pick<Channels, 'create' | 'update'>;
}

/**
 * Creates the function that creates or updates the channel with an external ID. It throws `version_conflict` for a new
 * channel if the caller expects a version.
 */
export function createUpsert({ db, namesOf, channels }: Needs) {
  // One at a time for each ID: many at once would only read each other's versions as stale.
  const inTurn = createGate({ atOnce: Number.MAX_SAFE_INTEGER, ofOne: 1 });
  return async (
    actor: Actor,
    { externalId, workspaceId, ifMatch }: ExternalChannel,
    { agent, type, ...changes }: ChannelUpsert,
  ): Promise<Upserted> => {
    const workspace = await workspaceFor(actor, workspaceId, namesOf);
    const once = () =>
      upsert<store.FoundChannel, Upserted>({
        find: () => store.findByExternalId(db, workspace, externalId),
        create: async () => {
          if (ifMatch !== undefined) throw failures.conflict();
          if (agent === undefined || type === undefined) throw lacking({ agent, type });
          const draft = { ...changes, type, externalId };
          return { ...(await channels.create(actor, { agent, draft, workspace })), isNew: true };
        },
        change: async (found) => {
          checkFixed(found, { agent, type });
          const changed = await channels.update(actor, { id: found.id, ifMatch, externalId }, changes);
          return { ...changed, secret: null, isNew: false };
        },
        gone: 'channel_not_found',
      });
    return inTurn(`${workspace} ${externalId}`, once);
  };
}

/** The fields of a channel that never change. */
type Fixed = { readonly [Field in 'agent' | 'type']: ChannelUpsert[Field] | undefined };

const lacking = (given: Fixed) =>
  invalid(
    (['agent', 'type'] as const)
      .filter((field) => given[field] === undefined)
      .map((path) => ({ path, message: 'is required, because there is no such channel yet' })),
  );

/** Throws `validation_failed` for another agent or another type than those of the channel. */
function checkFixed(found: store.FoundChannel, given: Fixed): void {
  const wrong: ErrorDetail[] = (['agent', 'type'] as const)
    .filter((field) => given[field] !== undefined && given[field] !== found[field])
    .map((path) => ({ path, message: `must be ${found[path]}, which can’t be changed` }));
  if (wrong.length > 0) throw invalid(wrong);
}

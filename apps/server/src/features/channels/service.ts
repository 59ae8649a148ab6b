import { type Actor, lineOf, reachFor } from '../../access/actor.ts';
import { retryIfStale } from '../../access/retry-stale.ts';
import type { Permission } from '../../access/scopes.ts';
import { changedSecret } from '../../events/changes.ts';
import { teamIn } from '../../platforms/handover.ts';
import { kindOf } from '../../platforms/kinds.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { createPresentation, getAgent, getChannel } from './access.ts';
import { failures, refusedChange } from './failures.ts';
import * as listStore from './lists/list-store.ts';
import type { ChannelNeeds } from './needs.ts';
import {
  type AnyChannelSelection,
  type Channel,
  type ChannelChanges,
  type ChannelDraft,
  type ChannelSelection,
  readOnlyFields,
} from './schema.ts';
import { checkReadOnly, mergeChange } from './settings/change.ts';
import { changedFields } from './settings/changed-fields.ts';
import { limitsOf } from './settings/limits-schema.ts';
import { type ChannelSecrets, newSecret, readSecrets, sealSecrets } from './settings/secrets.ts';
import { type CreateCheck, createSettings, demandForSecrets } from './settings/settings.ts';
import * as store from './store.ts';
import { urlsOf } from './urls.ts';

const hour = 60 * 60 * 1000;

/** A channel as it was changed, with its row's version. */
export interface VersionedChannel {
  readonly channel: Channel;
  readonly version: number;
}

/** A channel with a secret that was just generated; null if its kind has none. */
export interface ChannelWithSecret extends VersionedChannel {
  readonly secret: string | null;
}

/** The channel to change, and the versions of `If-Match`. */
export interface ChannelTarget {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
  /** The external ID that it must still have; any if undefined. */
  readonly externalId?: string;
}

/** A new channel of an agent, which must be in the workspace, if it is set. */
interface NewChannelOf {
  readonly agent: string;
  readonly draft: ChannelDraft;
  readonly workspace?: string;
}

export type Channels = ReturnType<typeof createChannels>;

/** Channels: create, read, list, update, rotate their secrets. */
export function createChannels({ createCheck, ...needs }: ChannelNeeds & { readonly createCheck: CreateCheck }) {
  const { db, now, newId, room, record, findAgent, secrets, rightsChanged } = needs;
  const settingsOf = createSettings(createCheck);
  const { channelOf, complete } = createPresentation(needs.publicUrl);
  const seal = (channel: string, of: ChannelSecrets) => sealSecrets(secrets, channel, of);

  /** Gets a channel to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Actor, { id, ifMatch, externalId }: ChannelTarget, permission: Permission) => {
    const { json, workspace, version, secrets: sealed } = await getChannel(db, actor, { id, permission });
    if (ifMatch !== undefined && !ifMatch.includes(version)) throw failures.conflict(version);
    const channel = channelOf(json);
    if (externalId !== undefined && channel.externalId !== externalId) throw failures.noChannel();
    return {
      channel,
      workspace,
      version,
      secrets: readSecrets(secrets, { channel: id, secrets: sealed }),
    };
  };

  const versioned = (rows: readonly store.StoredChannel[]): VersionedChannel => {
    const [changed] = rows;
    if (changed === undefined) throw failures.noChannel();
    return { channel: channelOf(changed.json), version: Number(changed.version) };
  };

  /** The statements that fail unless the team that given settings name is one of the workspace. */
  const teamsOf = (workspace: string, settings: ChannelChanges['settings'] = {}) => {
    const team = teamIn(settings);
    return team === undefined ? [] : [needs.demandTeam(workspace, team, failures.noTeam)];
  };

  return {
    create: async (
      actor: Actor,
      { agent: id, draft, workspace: wanted }: NewChannelOf,
      along: Along<ChannelWithSecret> = nothingAlong,
    ): Promise<ChannelWithSecret> => {
      const { workspace } = await getAgent(findAgent, actor, { id, permission: 'agents:write', workspace: wanted });
      const { type, name = kindOf(type).title, status = 'active', offlineMessage = null } = draft;
      const { externalId = null, metadata = {} } = draft;
      checkMetadata(metadata);
      demandForSecrets(actor, { type, settings: draft.settings ?? {}, now: now() });
      const settings = settingsOf(type, draft.settings ?? {});
      const secret = newSecret(kindOf(type).secret);
      const time = now();
      const _id = newId('channel');
      const limits = limitsOf(draft.limits);
      const stamp = new Date(time).toISOString();
      const channel: Channel = {
        ...{ _id, agent: id, workspace, type, name, status, settings: settings.shown, offlineMessage, limits },
        ...{
          urls: urlsOf(needs.publicUrl, { _id, type }),
          picture: null,
          externalId,
          metadata,
          lastEventAt: null,
          lastError: null,
          lastCheckedAt: null,
        },
        ...{ createdAt: stamp, updatedAt: stamp },
      };
      const created: ChannelWithSecret = { channel, version: 1, secret };
      const row = {
        ...{ id: _id, agent_id: id, type, name, status, version: 1, created_at: time, updated_at: time },
        ...{ settings: JSON.stringify(settings.shown), secrets: seal(_id, { settings: settings.secret, secret }) },
        ...{ limits: JSON.stringify(limits), offline_message: offlineMessage },
        ...{ last_event_at: null, last_error: null, deleted_at: null, picture: null },
        ...{ external_id: externalId, ...store.metadataColumns(metadata) },
        ...{ refused: 0, held_until: 0, probed_at: 0, poll_cursor: null },
      };
      await db.write({
        channel: store.insert(db, workspace, { row, onMissing: failures.noAgent, onConflict: failures.idTaken }),
        event: record(actor, { type: 'channel.created', workspace, data: { channel: _id, agent: id, type } }),
        teams: teamsOf(workspace, draft.settings),
        room: room('channels', { workspace }),
        connect: needs.connect(workspace, { id: _id, type }),
        along: along(created),
      });
      return created;
    },

    read: async (actor: Actor, id: string): Promise<{ readonly json: string; readonly version: number }> => {
      const { json, version } = await getChannel(db, actor, { id, permission: 'agents:read' });
      return { json: complete(json), version };
    },

    /** Reads a page of the channels of an agent as JSON text. */
    list: async (
      actor: Actor,
      agent: string,
      { query, awaited }: { readonly query: ChannelSelection; readonly awaited: AwaitedAnswer | undefined },
    ): Promise<string> => {
      const { workspace } = await getAgent(findAgent, actor, { id: agent, permission: 'agents:read' });
      return listStore.read(db, [workspace], { agent, query, complete, account: lineOf(actor), awaited });
    },

    /** Reads a page of the channels of all agents as JSON text. */
    listAll: (
      actor: Actor,
      { query, awaited }: { readonly query: AnyChannelSelection; readonly awaited: AwaitedAnswer | undefined },
    ): Promise<string> => {
      const { workspaceId, agentId: agent } = query;
      return listStore.read(db, reachFor(actor, 'agents:read', workspaceId), {
        agent,
        query,
        complete,
        account: lineOf(actor),
        awaited,
      });
    },

    /** Merges changes into a channel. */
    update: (actor: Actor, target: ChannelTarget, changes: ChannelChanges): Promise<VersionedChannel> =>
      retryIfStale(target.ifMatch, async () => {
        const { channel, workspace, version, secrets: before } = await getTarget(actor, target, 'agents:write');
        checkReadOnly(channel, changes);
        checkMetadata(changes.metadata);
        demandForSecrets(actor, { type: channel.type, settings: changes.settings ?? {}, now: now() });
        const whole = { channel, secrets: before };
        const after = mergeChange(whole, changes, { settingsOf, seal: (of) => seal(target.id, of) });
        const fields = Object.keys(changes).filter((field) => !(readOnlyFields as readonly string[]).includes(field));
        const { id } = target;
        const data = { channel: id, agent: channel.agent, fields };
        const change = { id, now: now(), versions: [version], columns: after.columns };
        const { updated } = await db.write({
          teams: teamsOf(workspace, changes.settings),
          updated: store.update(db, workspace, change, refusedChange),
          event: record(actor, {
            ...{ type: 'channel.updated', workspace, data },
            changes: changedFields(whole, after),
          }),
          connect: needs.connect(workspace, { id, type: channel.type }),
          // Streams of visitors end if their page may no longer embed the chat.
          visitors: fields.includes('settings') ? bumpAuthority(db) : [],
        });
        if (fields.includes('settings')) rightsChanged();
        return versioned(updated.rows);
      }),

    /**
     * Generates a new secret; the old one stays valid for some hours. The secret of an identity opens the conversations
     * of every customer, so it takes more than the right to change agents.
     */
    rotate: (
      actor: Actor,
      { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
      along: Along<ChannelWithSecret> = nothingAlong,
    ): Promise<ChannelWithSecret> =>
      retryIfStale(undefined, async () => {
        const target = { id, ifMatch: undefined };
        const { channel, workspace, version, secrets: before } = await getTarget(actor, target, 'workspace:admin');
        const { secret: old, settings } = before;
        const secret = newSecret(kindOf(channel.type).secret);
        if (secret === null || old === null) throw failures.noSecret();
        const time = now();
        const previous = overlapHours === 0 ? {} : { previous: { secret: old, until: time + overlapHours * hour } };
        const after = {
          channel: { ...channel, updatedAt: movedFrom(channel.updatedAt, time) },
          version: version + 1,
          secret,
        };
        const columns = { secrets: seal(id, { settings, secret, ...previous }) };
        const data = { channel: id, agent: channel.agent, fields: ['secret'] };
        await db.write({
          updated: store.update(db, workspace, { id, now: time, versions: [version], columns }, refusedChange),
          event: record(actor, { type: 'channel.updated', workspace, data, changes: [changedSecret('secret')] }),
          connect: needs.connect(workspace, { id, type: channel.type }),
          along: along(after),
        });
        return after;
      }),
  };
}

/** The time of a change, as the database sets it: strictly after the one before. */
const movedFrom = (before: string, now: number): string =>
  new Date(Date.parse(before) >= now ? Date.parse(before) + 1 : now).toISOString();

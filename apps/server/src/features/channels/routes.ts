import { chosenFields } from '../../http/chosen-fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amount } from '../../http/responses/amounts.ts';
import { answering } from '../../http/responses/answering.ts';
import { ChannelTypeList } from '../../platforms/schema.ts';
import { types } from '../../platforms/types.ts';
import { pageOf } from '../../schemas/lists.ts';
import type { ChannelRemoval, DeletedChannel } from './removal/removal.ts';
import { ChannelDependents, ChannelRemoval as RemovalQuery } from './removal/schema.ts';
import {
  AgentChannelsPath,
  AnyChannelQuery,
  Channel,
  ChannelChanges,
  ChannelDraft,
  ChannelPath,
  ChannelQuery,
  ChannelRotation,
  NewChannel,
  RotatedChannel,
} from './schema.ts';
import type { Channels, ChannelWithSecret, VersionedChannel } from './service.ts';
import type { createUpsert } from './upsert.ts';
import { ChannelUpsert, ChannelUpsertQuery, ExternalChannelPath, UpsertedChannel } from './upsert-schema.ts';

const tag = 'Channels';

const right = ({ channel: { workspace } }: VersionedChannel) => ({ permission: 'agents:write', workspace }) as const;
const created = (made: ChannelWithSecret) => ({
  data: { ...made.channel, secret: made.secret },
  version: made.version,
  right: right(made),
});
const rotated = (made: ChannelWithSecret) => ({
  data: { channel: made.channel, secret: made.secret },
  right: { permission: 'workspace:admin', workspace: made.channel.workspace } as const,
});
const deleted = ({ conversations, left }: DeletedChannel) => ({
  message: [`Channel deleted with ${amount(conversations, 'conversation')}.`, ...left].join(' '),
});

/** The services of the operations. */
interface Services {
  readonly channels: Channels;
  readonly upsert: ReturnType<typeof createUpsert>;
  readonly removal: ChannelRemoval;
}

/** The operations on channels. */
export const channelEndpoints = ({ channels, upsert, removal }: Services) => [
  endpoint({
    id: 'listChannelTypes',
    client: 'channels.types',
    method: 'GET',
    path: '/api/channel-types',
    access: 'agents:read',
    tag,
    summary: 'List the kinds of channels',
    description: 'With the JSON Schema of their settings, and the steps that connect one.',
    data: ChannelTypeList,
    handle: async () => types,
  }),
  endpoint({
    id: 'createChannel',
    client: 'channels.create',
    method: 'POST',
    path: '/api/agents/:id/channels',
    access: 'agents:write',
    tag,
    summary: 'Create a channel of an agent',
    description: 'Everything but `type` has a default. The secret is in this answer only.',
    params: AgentChannelsPath,
    body: ChannelDraft,
    data: NewChannel,
    status: 201,
    secret: true,
    location: ({ _id }) => `/api/channels/${_id}`,
    tagged: true,
    errors: ['confirmation_required', 'agent_not_found', 'quota_exceeded', 'external_id_conflict'],
    handle: (call) =>
      answering(call, created, (along) =>
        channels.create(call.actor, { agent: call.params.id, draft: call.body }, along),
      ),
  }),
  endpoint({
    id: 'listChannels',
    client: 'channels.list',
    method: 'GET',
    path: '/api/agents/:id/channels',
    access: 'agents:read',
    tag,
    summary: 'List the channels of an agent',
    description: 'Newest first unless `sort` says otherwise.',
    params: AgentChannelsPath,
    query: ChannelQuery,
    data: pageOf(Channel),
    scans: true,
    errors: ['agent_not_found'],
    handle: async ({ actor, params: { id }, query, awaited }) => {
      const fields = chosenFields(query.fields, Channel);
      return { json: await channels.list(actor, id, { query: { ...query, fields }, awaited }) };
    },
  }),
  endpoint({
    id: 'listAllChannels',
    client: 'channels.listAll',
    method: 'GET',
    path: '/api/channels',
    access: 'agents:read',
    tag,
    summary: 'List the channels of all agents',
    description: 'Newest first unless `sort` says otherwise. `status=error` finds the channels that need a person.',
    query: AnyChannelQuery,
    data: pageOf(Channel),
    scans: true,
    handle: async ({ actor, query, awaited }) => {
      const fields = chosenFields(query.fields, Channel);
      return { json: await channels.listAll(actor, { query: { ...query, fields }, awaited }) };
    },
  }),
  endpoint({
    id: 'getChannel',
    client: 'channels.retrieve',
    method: 'GET',
    path: '/api/channels/:id',
    access: 'agents:read',
    tag,
    summary: 'Get a channel',
    description: 'Without its secrets.',
    params: ChannelPath,
    data: Channel,
    tagged: true,
    live: true,
    errors: ['channel_not_found'],
    handle: async (call) => channels.read(call.actor, call.params.id),
  }),
  endpoint({
    id: 'updateChannel',
    client: 'channels.update',
    method: 'PUT',
    path: '/api/channels/:id',
    access: 'agents:write',
    tag,
    summary: 'Update a channel',
    description:
      'Merges: absent fields stay unchanged; `settings` and `limits` merge by their fields. A read-only field is ' +
      'accepted if it equals the stored value.',
    params: ChannelPath,
    body: ChannelChanges,
    data: Channel,
    tagged: true,
    errors: [
      'confirmation_required',
      'channel_not_found',
      'read_only_field',
      'version_conflict',
      'external_id_conflict',
    ],
    handle: async ({ actor, params: { id }, ifMatch, body }) => {
      const { channel, version } = await channels.update(actor, { id, ifMatch }, body);
      return { data: channel, version };
    },
  }),
  endpoint({
    id: 'putChannel',
    client: 'channels.upsert',
    method: 'PUT',
    path: '/api/channels/by-external-id/:externalId',
    access: 'agents:write',
    tag,
    summary: 'Create or update a channel by your own ID',
    description:
      'Creates the channel (201), or updates the one of the workspace that has the ID (200): absent fields stay ' +
      'unchanged. The secret of a new channel is in this answer only; if it is lost, rotate it.',
    params: ExternalChannelPath,
    query: ChannelUpsertQuery,
    body: ChannelUpsert,
    data: UpsertedChannel,
    mayCreate: true,
    secret: true,
    tagged: true,
    errors: ['confirmation_required', 'workspace_not_found', 'agent_not_found', 'quota_exceeded', 'version_conflict'],
    handle: async ({ actor, params: { externalId }, query: { workspaceId }, ifMatch, body }) => {
      const { channel, secret, version, isNew } = await upsert(actor, { externalId, workspaceId, ifMatch }, body);
      const created = isNew ? `/api/channels/${channel._id}` : undefined;
      return { json: JSON.stringify({ ...channel, secret }), version, created };
    },
  }),
  endpoint({
    id: 'deleteChannel',
    client: 'channels.delete',
    clientPreview: 'channels.previewDelete',
    method: 'DELETE',
    path: '/api/channels/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Delete a channel with its conversations',
    description:
      'Its conversations and messages go with it, and its visitors’ tokens end at once. Very many conversations are ' +
      'deleted in the minutes after. Its registration with a platform is ended; the message says if something is left.',
    params: ChannelPath,
    query: RemovalQuery,
    data: 'message',
    says: 'Channel deleted with 14 conversations.',
    preview: ChannelDependents,
    scans: true,
    tagged: true,
    errors: ['channel_not_found'],
    handle: async ({ actor, params: { id }, query: { dryRun }, ifMatch, awaited }) =>
      dryRun === true
        ? { data: await removal.preview(actor, { id, ifMatch }, awaited) }
        : deleted(await removal.remove(actor, { id, ifMatch })),
  }),
  endpoint({
    id: 'rotateChannelSecret',
    client: 'channels.rotateSecret',
    method: 'POST',
    path: '/api/channels/:id/rotate-secret',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Rotate the secret of a channel',
    description:
      'The old secret stays valid for `overlapHours`. The new one is in this answer only. Who has it can speak for any ' +
      'customer of the channel, and read their conversations.',
    params: ChannelPath,
    body: ChannelRotation,
    data: RotatedChannel,
    secret: true,
    errors: ['channel_not_found', 'version_conflict'],
    handle: (call) =>
      answering(call, rotated, (along) =>
        channels.rotate(call.actor, { id: call.params.id, overlapHours: call.body.overlapHours ?? 24 }, along),
      ),
  }),
];

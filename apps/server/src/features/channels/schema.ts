import { type Static, type TSchema, Type } from 'typebox';
import { channelTypes } from '../../platforms/kinds.ts';
import {
  exampleSecrets,
  exampleIds as ids,
  exampleLinks as links,
  exampleTimes as times,
} from '../../schemas/examples.ts';
import { mostlyNull, nameField, timeField, timeOrNull } from '../../schemas/fields.ts';
import { fieldsField, idFilter, listQuery, sortField, type WithFields } from '../../schemas/lists.ts';
import {
  externalIdChange,
  externalIdField,
  externalIdShown,
  metadataField,
  metadataShown,
  ownFilters,
} from '../../schemas/metadata.ts';
import { Picture } from './pictures/schema.ts';
import { LimitChanges, Limits } from './settings/limits-schema.ts';

const statuses = ['active', 'inactive', 'error'] as const;

/** A word of a closed set. */
const wordField = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description }));

const TypeName = wordField(channelTypes, 'Kind of channel; `GET /api/channel-types` describes each.');
const statusWords =
  '`active` (the default), `inactive` (it accepts nothing) or `error`, which the service sets if messages can’t be ' +
  'delivered, and clears with the next that can.';
const statusName = (description: string) => wordField(statuses, description);
const Name = nameField({
  most: 80,
  maxLength: 400,
  description: 'Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.',
  example: 'Shop',
});
const settingsField = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 50,
    description,
    examples: [{ greeting: 'Hello! How can we help?', allowedOrigins: ['https://example.com'] }],
  });
const OfflineMessage = mostlyNull(
  Type.String({ maxLength: 2_000 }),
  'Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.',
);
const Metadata = Type.Optional(metadataField({ shop: 'eu' }));
const Urls = Type.Object(
  {
    page: Type.Optional(
      Type.String({ description: 'Address of its chat page; of a widget or page.', examples: [links.chatPage] }),
    ),
    script: Type.Optional(
      Type.String({ description: 'Address of the widget’s script; of a widget.', examples: [links.widgetScript] }),
    ),
    inbound: Type.Optional(
      Type.String({ description: 'Address that accepts messages; of a webhook.', examples: [links.inbound] }),
    ),
  },
  { title: 'ChannelUrls', description: 'The addresses of the channel.', 'x-shown': ['page', 'script'] },
);
export type ChannelUrls = Static<typeof Urls>;

const LastError = Type.Object(
  {
    code: Type.String({ description: 'Stable code of the problem.', examples: ['unreachable'] }),
    message: Type.String({
      description: 'Description of the problem.',
      examples: ['example.com refused the connection.'],
    }),
    at: timeField('Time of the problem'),
  },
  { title: 'ChannelProblem' },
);

const fields = {
  _id: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
  agent: Type.String({ description: 'Identifier of its agent.', examples: [ids.agent] }),
  workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
  type: TypeName,
  name: Type.String({ description: 'Name of the channel.', examples: ['Shop'] }),
  status: statusName(statusWords),
  settings: settingsField('Settings of its kind, without secrets.'),
  offlineMessage: OfflineMessage,
  limits: Limits,
  urls: Urls,
  picture: mostlyNull(Picture, 'Picture of a widget or page; null if it has none.'),
  externalId: externalIdShown('shop-widget'),
  metadata: metadataShown({ shop: 'eu' }),
  lastEventAt: timeOrNull('Time of the last message that came in', 'null before the first', null),
  lastError: mostlyNull(LastError, 'Why messages can’t be delivered; null if they can.'),
  lastCheckedAt: timeOrNull(
    'Time at which its platform was asked last whether all is well',
    'null if it has none, or before the first time',
    null,
  ),
  createdAt: timeField('Time of creation'),
  updatedAt: timeField('Time of the last change', times.updated),
};

/** A channel as the API returns it. */
export const Channel = Type.Object(fields, { title: 'Channel' });
export type Channel = Static<typeof Channel>;

const secretField = Type.Union([Type.String({ examples: [exampleSecrets.token] }), Type.Null()], {
  description:
    'The secret that proves identities of visitors (widget, page) or signs requests (webhook). It is shown once; null ' +
    'if the kind has none.',
});

/** A channel with its secret, right after its creation. */
export const NewChannel = Type.Object({ ...fields, secret: secretField }, { title: 'NewChannel' });
export type NewChannel = Static<typeof NewChannel>;

/** A channel with its new secret. */
export const RotatedChannel = Type.Object({ channel: Channel, secret: secretField }, { title: 'RotatedChannel' });
export type RotatedChannel = Static<typeof RotatedChannel>;

/** The body that rotates a secret. */
export const ChannelRotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'Hours for which the old secret stays valid: 0 to 168. 24 unless set.',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, title: 'ChannelRotation' },
);
export type ChannelRotation = Static<typeof ChannelRotation>;

/** The body that creates a channel. */
export const ChannelDraft = Type.Object(
  {
    type: TypeName,
    name: Type.Optional(Name),
    status: Type.Optional(wordField(['active', 'inactive'], '`active` (the default) or `inactive`.')),
    settings: Type.Optional(settingsField('Settings of its kind; what is absent has the kind’s default.')),
    offlineMessage: Type.Optional(OfflineMessage),
    limits: Type.Optional(LimitChanges),
    externalId: Type.Optional(externalIdField('workspace')),
    metadata: Metadata,
  },
  { additionalProperties: false, title: 'ChannelDraft', 'x-shown': ['type', 'name', 'settings'] },
);
export type ChannelDraft = Static<typeof ChannelDraft>;

/** Read-only fields: an update accepts them if they equal the stored values, so that a read can be sent back. */
export const readOnlyFields = [
  ...[
    '_id',
    'agent',
    'workspace',
    'type',
    'urls',
    'picture',
    'lastEventAt',
    'lastError',
    'lastCheckedAt',
    'createdAt',
    'updatedAt',
  ],
] as const;

const echoed = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional({ ...schema, description: `${(schema as { description?: string }).description} Read-only.` } as Schema);

/** The body that changes a channel; absent fields stay unchanged. */
export const ChannelChanges = Type.Object(
  {
    name: Type.Optional(Name),
    status: Type.Optional(statusName('`active` or `inactive`; `error` only as the service has set it.')),
    settings: Type.Optional(
      settingsField(
        'Settings to replace; absent ones stay unchanged. A secret must be given again if it would go to another server.',
      ),
    ),
    offlineMessage: Type.Optional(OfflineMessage),
    limits: Type.Optional(LimitChanges),
    externalId: externalIdChange('workspace'),
    metadata: Metadata,
    _id: echoed(fields._id),
    agent: echoed(fields.agent),
    workspace: echoed(fields.workspace),
    type: echoed(fields.type),
    urls: echoed({ ...Urls, title: 'EchoedChannelUrls' } as typeof Urls),
    picture: echoed(
      mostlyNull(
        { ...Picture, title: 'EchoedChannelPicture' } as typeof Picture,
        'Picture of a widget or page; null if it has none.',
      ),
    ),
    lastEventAt: echoed(fields.lastEventAt),
    lastError: echoed(
      mostlyNull(
        { ...LastError, title: 'EchoedChannelProblem' } as typeof LastError,
        'Why messages can’t be delivered; null if they can.',
      ),
    ),
    lastCheckedAt: echoed(fields.lastCheckedAt),
    createdAt: echoed(fields.createdAt),
    updatedAt: echoed(fields.updatedAt),
  },
  { additionalProperties: false, title: 'ChannelChanges', 'x-shown': ['name'] },
);
export type ChannelChanges = Static<typeof ChannelChanges>;

/** The path of one channel. */
export const ChannelPath = Type.Object({
  id: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
});

/** The path of the channels of an agent. */
export const AgentChannelsPath = Type.Object({
  id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
});

const listed = {
  type: Type.Optional(wordField(channelTypes, 'Only channels of this kind; absent for all.')),
  status: Type.Optional(statusName('Only channels in this state; absent for all.')),
  ...ownFilters({ kind: 'channels', externalId: 'shop-widget', name: 'Shop' }),
  fields: fieldsField('name,status'),
  sort: sortField(['createdAt', 'updatedAt', 'name']),
};

/** The parameters of the list of an agent's channels. */
export const ChannelQuery = listQuery(listed);
export type ChannelSelection = WithFields<Static<typeof ChannelQuery>>;

/** The parameters of the list of all channels. */
export const AnyChannelQuery = listQuery({
  workspaceId: idFilter('Only channels of this workspace', ids.workspace),
  agentId: idFilter('Only channels of this agent', ids.agent),
  ...listed,
});
export type AnyChannelSelection = WithFields<Static<typeof AnyChannelQuery>>;

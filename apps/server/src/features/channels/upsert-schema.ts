import { type Static, Type } from 'typebox';
import { exampleSecrets, exampleIds as ids } from '../../schemas/examples.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { idFilter } from '../../schemas/lists.ts';
import { externalIdField } from '../../schemas/metadata.ts';
import { Channel, ChannelDraft } from './schema.ts';

const { type, externalId, ...draft } = ChannelDraft.properties;

/** The body that creates or updates a channel by its external ID. */
export const ChannelUpsert = Type.Object(
  {
    agent: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of its agent: required for a new channel; that of an existing one stays.',
        examples: [ids.agent],
      }),
    ),
    type: Type.Optional({
      ...type,
      description: 'Kind of channel: required for a new one; that of an existing one stays.',
    } as typeof type),
    ...draft,
  },
  { additionalProperties: false, title: 'ChannelUpsert', 'x-shown': ['agent', 'type', 'name'] },
);
export type ChannelUpsert = Static<typeof ChannelUpsert>;

/** The path of a channel by its external ID. */
export const ExternalChannelPath = Type.Object({ externalId: externalIdField('workspace') });

/** The query of such a request. */
export const ChannelUpsertQuery = Type.Object(
  {
    workspaceId: idFilter(
      'Identifier of the workspace. By default the only one that the caller reaches; required if there are several',
      ids.workspace,
    ),
  },
  { additionalProperties: false },
);

/** A channel with its secret, if it is new. */
export const UpsertedChannel = Type.Object(
  {
    ...Channel.properties,
    secret: Type.Union([Type.String({ examples: [exampleSecrets.token] }), Type.Null()], {
      description: 'The secret of a new channel, in this answer only; null if it existed, or if its kind has none.',
    }),
  },
  { title: 'UpsertedChannel' },
);

import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, orNull, timeField } from '../../../schemas/fields.ts';
import { idFilter, listQuery, sortField } from '../../../schemas/lists.ts';
import { ToolPath } from '../schema.ts';

const states = ['none', 'connected', 'reauth_required'] as const;

/** The account of a tool. */
export const ToolConnection = Type.Object(
  {
    state: Type.Unsafe<(typeof states)[number]>(
      Type.String({
        enum: [...states],
        description:
          '`none`: no account is connected. `connected`: calls are made as the account. `reauth_required`: its server no ' +
          'longer accepts it, so it must be connected again.',
        examples: ['connected'],
      }),
    ),
    expiresAt: mostlyNull(
      Type.String({ format: 'date-time' }),
      'When the access token expires; it is refreshed before. Null without a token, or if its server doesn’t say.',
    ),
  },
  { title: 'ToolConnection' },
);
export type ToolConnection = Static<typeof ToolConnection>;

/** The address at which a person connects an account. */
export const ToolConnectionLink = Type.Object(
  {
    url: Type.String({
      description:
        'Address of a page to open in a browser within ten minutes. It says what will be connected, and leads to the ' +
        'server. Only the person who asked for it should open it.',
      examples: ['https://parley.example.com/connect/tcon_…'],
    }),
  },
  { title: 'ToolConnectionLink' },
);

/** The path of the account of an end user. */
export const UserConnectionPath = Type.Object({
  ...ToolPath.properties,
  connectionId: Type.String({ description: 'ID of the account.', examples: [ids.toolConnection] }),
});

/** The parameters of the list of accounts. */
export const UserConnectionQuery = listQuery({
  userId: idFilter('Only accounts of this end user', 'customer-42'),
  sort: sortField(['createdAt', 'updatedAt']),
});
export type UserConnectionQuery = Static<typeof UserConnectionQuery>;

/** The account of an end user. */
export const UserConnection = Type.Object(
  {
    _id: Type.String({ description: 'Identifier of the account.', examples: [ids.toolConnection] }),
    tool: Type.String({ description: 'The tool that uses it.', examples: [ids.tool] }),
    userId: orNull(
      Type.String({ examples: ['customer-42'] }),
      'The end user whose account it is; null for one of a conversation whose user is not known for sure.',
    ),
    conversation: mostlyNull(
      Type.String({ examples: [ids.conversation] }),
      'The only conversation that uses it; null for an account of a user.',
    ),
    channel: mostlyNull(
      Type.String({ examples: [ids.channel] }),
      'The channel of a messenger, whose IDs of users count in it only; null otherwise.',
    ),
    state: Type.Unsafe<'connected' | 'reauth_required'>(
      Type.String({
        enum: ['connected', 'reauth_required'],
        description: 'As that of the account of a workspace.',
        examples: ['connected'],
      }),
    ),
    expiresAt: mostlyNull(
      Type.String({ format: 'date-time' }),
      'When the access token expires; null if its server doesn’t say.',
    ),
    createdAt: timeField('Time at which it was first asked for'),
    updatedAt: timeField('Time of the last sign-in or refresh', times.updated),
  },
  { title: 'UserConnection' },
);

/** The Client ID Metadata Document. */
export const ClientDocument = Type.Object(
  {
    client_id: Type.String({
      description: 'Its own address.',
      examples: ['https://parley.example.com/api/oauth/mcp-client'],
    }),
  },
  { title: 'ClientDocument', description: 'As the draft “OAuth Client ID Metadata Document” describes.' },
);

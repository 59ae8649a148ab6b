import { type Static, Type } from 'typebox';
import { mostlyNull } from '../../../schemas/fields.ts';

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
      description: 'Address to open in a browser within ten minutes. Only the person who asked for it should.',
      examples: ['https://auth.example.com/authorize?client_id=…&state=…'],
    }),
  },
  { title: 'ToolConnectionLink' },
);

const answer = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 4_000, description, examples: [example] }));

/** The parameters that an authorization server sends to the callback; it may say more. */
export const SignInAnswer = Type.Object({
  state: Type.String({ maxLength: 1_000, description: 'The `state` of the sign-in.', examples: ['dGNvbl8x.x'] }),
  code: answer('The code that is exchanged for tokens.', 'SplxlOBeZQQYbYS6WxSbIA'),
  iss: answer('The issuer (RFC 9207).', 'https://auth.example.com'),
  error: answer('Why the sign-in was refused.', 'access_denied'),
  error_description: answer('The same in words.', 'The person refused.'),
});

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

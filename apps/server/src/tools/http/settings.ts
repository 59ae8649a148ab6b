import { type Static, Type } from 'typebox';
import { OAuthByHand } from '../oauth/by-hand.ts';

/** Bounds of the settings. */
const bounds = { url: 2_000, headers: 20, headerName: 100, headerValue: 2_000, pointers: 20, pointer: 500 } as const;

/** Bytes of a response: by default, and at most. */
const responseBytes = { usual: 100 * 1024, most: 1024 * 1024 } as const;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const places = ['query', 'header', 'body'] as const;
type Word<Words extends readonly string[]> = Words[number];

/** Settings of a tool that sends a request. */
export const HttpSettings = Type.Object(
  {
    method: Type.Unsafe<Word<typeof methods>>(
      Type.String({ enum: [...methods], default: 'GET', title: 'Method', description: 'Method of the request.' }),
    ),
    url: Type.String({
      ...{ minLength: 1, maxLength: bounds.url, title: 'Address' },
      description:
        'Address of the request, up to 2,000 characters. `{name}` in its path or query is the input of that name, and ' +
        '`{{secret.NAME}}` a secret of the tool. Neither may stand in the host.',
      examples: ['https://api.example.com/orders/{orderId}?expand={expand}'],
    }),
    headers: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: bounds.headerName, description: 'Name of the header.' }),
          value: Type.String({
            ...{ maxLength: bounds.headerValue },
            description: 'Value of the header. `{{secret.NAME}}` is a secret of the tool.',
          }),
        },
        { additionalProperties: false },
      ),
      {
        ...{ maxItems: bounds.headers, default: [], title: 'Headers' },
        description: 'Headers of the request, up to 20.',
        examples: [[{ name: 'Authorization', value: 'Bearer {{secret.API_KEY}}' }]],
      },
    ),
    placement: Type.Record(
      Type.String({ minLength: 1, maxLength: 100 }),
      Type.Unsafe<Word<typeof places>>(Type.String({ enum: [...places] })),
      {
        ...{ maxProperties: 100, default: {}, title: 'Placement' },
        description:
          'Places of inputs that the address doesn’t name: `query`, `header` or `body`, which is a JSON object. By ' +
          'default the query of GET and DELETE, and the body of others.',
        examples: [{ dryRun: 'query' }],
      },
    ),
    success: Type.Array(Type.String({ pattern: '^[1-5][0-9]{2}(-[1-5][0-9]{2})?$' }), {
      ...{ minItems: 1, maxItems: 20, default: ['200-299'], title: 'Success' },
      description: 'Statuses that are a success, such as `200`, or ranges of them, such as `200-299`.',
      examples: [['200-299', '404']],
    }),
    response: Type.Array(
      Type.Object(
        {
          name: Type.Optional(
            Type.String({
              ...{ minLength: 1, maxLength: 100 },
              description: 'Name of the value for the model; the last part of the pointer by default.',
            }),
          ),
          pointer: Type.String({
            maxLength: bounds.pointer,
            description: 'JSON Pointer (RFC 6901) into the response.',
          }),
        },
        { additionalProperties: false },
      ),
      {
        ...{ maxItems: bounds.pointers, default: [], title: 'Response' },
        description: 'Parts of a JSON response that the model gets, up to 20; the whole response by default.',
        examples: [[{ name: 'status', pointer: '/order/status' }]],
      },
    ),
    oauth: Type.Optional(OAuthByHand),
    maxResponseBytes: Type.Integer({
      ...{ minimum: 1, maximum: responseBytes.most, default: responseBytes.usual, title: 'Size of a response' },
      description: 'Max bytes of a response, up to 1 MiB; a larger one is an error.',
      examples: [responseBytes.usual],
    }),
  },
  { additionalProperties: false },
);
export type HttpSettings = Static<typeof HttpSettings>;

/** Reads the settings of a tool, with their defaults. They are valid. */
export function readSettings(settings: Readonly<Record<string, unknown>>): HttpSettings {
  const defaults = Object.entries(HttpSettings.properties).flatMap(([name, field]) =>
    'default' in field ? [[name, field.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...settings } as HttpSettings;
}

import { type Static, Type } from 'typebox';

/** What a handler answers: data (as an object, or as JSON text that the database made), or a sentence. */
export type Answer<Data> = (
  | { readonly data: Data; readonly json?: never; readonly message?: never }
  | { readonly json: string; readonly data?: never; readonly message?: never }
  | { readonly message: string; readonly data?: never; readonly json?: never }
) & {
  /** The row version behind the answer; becomes the `ETag`. */
  readonly version?: number;
  /** Cookies to set, each a whole `Set-Cookie` value. */
  readonly cookies?: readonly string[];
};

/** The body of every failure. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'One sentence for a person.' }),
    code: Type.String({ description: 'The stable name of the failure, in snake_case.' }),
    requestId: Type.String({ description: 'The same as the X-Request-Id header.' }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'The fields that are wrong, five at most, by dotted path.',
      }),
    ),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
  },
  { title: 'Failure' },
);
export type Failure = Static<typeof Failure>;

/** The text of a success with data that is JSON already. */
export const dataText = (json: string): string => `{"success":true,"data":${json}}`;

/** The text of a success with a sentence only. */
export const messageText = (message: string): string => `{"success":true,"message":${JSON.stringify(message)}}`;

/** A strong entity tag (RFC 9110, section 8.8.3) of a row version. */
export const entityTag = (version: number): string => `"${version}"`;

import type { Right } from '../../access/actor.ts';
import type { KeptWith } from '../../storage/idempotency.ts';
import type { JsonPart, JsonText } from '../../storage/sql/page.ts';
import type { ServerEvent, TextStream } from '../wire/streams.ts';

/** A body that another program demands, without the envelope of the service. */
export interface ForeignText {
  /** The status of the endpoint by default. */
  readonly status?: 200 | 202;
  readonly type: 'application/json' | 'text/plain';
  readonly text: string;
}

/**
 * The answer of a handler: data (an object, or JSON from the database), a sentence, server-sent events, a streamed
 * text, or a short one in another program's own words.
 */
export type Answer<Data> = OneOf<{
  readonly data: Data;
  readonly json: JsonText;
  readonly message: string;
  readonly events: AsyncIterable<ServerEvent>;
  readonly text: TextStream;
  readonly foreign: ForeignText;
}> & {
  /** The row version; sent as `ETag`. */
  readonly version?: number;
  /**
   * The URL of the created object, if the request determines whether something is created (`mayCreate`); sent as
   * `Location` with the status 201.
   */
  readonly created?: string | undefined;
  /** Cookies to set, each as a full `Set-Cookie` value. */
  readonly cookies?: readonly string[];
  /** True if it replays the answer to an earlier request; sent as `Idempotent-Replayed: true`. */
  readonly replayed?: boolean;
  /**
   * The conversation whose deletion also deletes the stored answer; if undefined, only the expiry after 24 hours does.
   */
  readonly keptWith?: KeptWith;
  /** The right that a repeat needs to get this answer again. Every answer of a POST that requires a right names it. */
  readonly right?: Right;
  /** Called once when a stream or a text has ended, however it ends. */
  readonly ended?: () => void;
};

/** An object with exactly one of the given members. */
type OneOf<Members> = {
  [Name in keyof Members]: { readonly [One in Name]: Members[One] } & {
    readonly [Other in Exclude<keyof Members, Name>]?: never;
  };
}[keyof Members];

/** Returns the body of a success with data that is already JSON. */
export function dataBody(json: JsonText): string | Buffer {
  if (typeof json === 'string') return `{"success":true,"data":${json}}`;
  return Buffer.concat(['{"success":true,"data":', ...json, '}'].map(bytesOf));
}

/** Returns JSON as one text. */
export const textOf = (json: JsonText): string =>
  typeof json === 'string' ? json : Buffer.concat(json.map(bytesOf)).toString();

const bytesOf = (part: JsonPart): Uint8Array => (typeof part === 'string' ? Buffer.from(part) : part);

/** Returns the body of a success with only a sentence. */
export const messageText = (message: string): string => `{"success":true,"message":${JSON.stringify(message)}}`;

/** Returns the strong entity tag (RFC 9110, section 8.8.3) of a row version. */
export const entityTag = (version: number): string => `"${version}"`;

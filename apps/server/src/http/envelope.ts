import type { Right } from '../access/actor.ts';
import type { KeptWith } from '../storage/idempotency.ts';
import type { ServerEvent, TextStream } from './wire/streams.ts';

/**
 * What a handler answers: data (as an object, or as JSON text that the database made), a sentence, server-sent events,
 * or a text that is made while it is sent.
 */
export type Answer<Data> = OneOf<{
  readonly data: Data;
  readonly json: string;
  readonly message: string;
  readonly events: AsyncIterable<ServerEvent>;
  readonly text: TextStream;
}> & {
  /** The row version behind the answer; becomes the `ETag`. */
  readonly version?: number;
  /** Cookies to set, each a whole `Set-Cookie` value. */
  readonly cookies?: readonly string[];
  /** It is the answer to an earlier request of which this one is a repeat: `Idempotent-Replayed: true`. */
  readonly replayed?: boolean;
  /** What this answer is deleted with, once an `Idempotency-Key` has it kept; its 24 hours alone count where undefined. */
  readonly keptWith?: KeptWith;
  /** What a repeat takes to get this answer again; every answer of a POST that takes a right names it. */
  readonly right?: Right;
};

/** An object with exactly one of the members. */
type OneOf<Members> = {
  [Name in keyof Members]: { readonly [One in Name]: Members[One] } & {
    readonly [Other in Exclude<keyof Members, Name>]?: never;
  };
}[keyof Members];

/** The text of a success with data that is JSON already. */
export const dataText = (json: string): string => `{"success":true,"data":${json}}`;

/** The text of a success with a sentence only. */
export const messageText = (message: string): string => `{"success":true,"message":${JSON.stringify(message)}}`;

/** A strong entity tag (RFC 9110, section 8.8.3) of a row version. */
export const entityTag = (version: number): string => `"${version}"`;

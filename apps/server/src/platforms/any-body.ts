import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';

/**
 * Accepts any object: a platform that gets a 4xx for an event of an unknown kind would send it again for hours.
 * `readAs` checks the fields that are read.
 */
export const anyBody: TObject = Type.Object({}, { additionalProperties: true });

/** Returns the body if it is as the schema says; undefined for one that is to be ignored. */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined;

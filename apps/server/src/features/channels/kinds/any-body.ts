import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';

/**
 * A body of which nothing is demanded: a platform that gets a 4xx for an event of an unknown kind would send it again for
 * hours. What is read of it is checked by `readAs`.
 */
export const anyBody: TObject = Type.Object({}, { additionalProperties: true });

/** Returns the body if it is as the schema says; undefined for one that is to be ignored. */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined;

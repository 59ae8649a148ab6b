import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * Accepts any object: a platform that gets a 4xx for an event of an unknown kind would send it again for hours.
 * `readAs` checks the fields that are read.
 */
export const anyBody: TObject = Type.Object({}, { additionalProperties: true });

/** The compiled checks of the schemas, which are a few constants: without them, a check takes over a millisecond. */
const checks = new WeakMap<TSchema, (body: unknown) => boolean>();

function checkOf(schema: TSchema): (body: unknown) => boolean {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const compiled = Compile(schema);
  const check = (body: unknown) => compiled.Check(body);
  checks.set(schema, check);
  return check;
}

/** Returns the body if it is as the schema says; undefined for one that is to be ignored. */
export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  checkOf(schema)(body) ? (body as Static<Schema>) : undefined;

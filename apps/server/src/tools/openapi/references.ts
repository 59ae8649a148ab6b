import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { referenced } from '../schemas/references.ts';
import { openApiLimits } from './limits.ts';

/** Why an operation can't become a tool; the message is for a person. */
export class Unsupported extends Error {}

/** Returns what a value is, if it is a reference: a place in the document. Throws `Unsupported` for any other one. */
export function resolve(document: Json, value: unknown): Json {
  let found = value;
  for (let at = 0; at < openApiLimits.references; at += 1) {
    if (!isObject(found)) return {};
    if (!Object.hasOwn(found, '$ref')) return found;
    const { $ref: reference } = found;
    if (typeof reference !== 'string' || !reference.startsWith('#')) {
      throw new Unsupported(`refers to another document: ${String(reference).slice(0, 100)}`);
    }
    found = referenced(document, reference);
    if (found === undefined) throw new Unsupported(`refers to nothing: ${reference.slice(0, 100)}`);
  }
  throw new Unsupported(`has more than ${openApiLimits.references} references in a row`);
}

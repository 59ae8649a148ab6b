import type { ErrorDetail } from '../../errors.ts';
import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { isTooDeep } from './check-schema.ts';
import { anyChecks } from './checks/any.ts';
import { arrayChecks } from './checks/arrays.ts';
import { objectChecks } from './checks/objects.ts';
import { numberChecks, stringChecks } from './checks/scalars.ts';
import { type Check, type Judge, own, runChecks, TooMuchWork, Work } from './judge.ts';
import { schemaLimits } from './limits.ts';

/**
 * Finds what is wrong with a value, in words for a model: up to 10 problems with dotted paths, empty for the root. The
 * schema must be one that `checkSchema` has accepted. Nothing is compiled from it, and its work is bounded: beyond
 * `schemaLimits.steps` the value counts as wrong.
 */
export function validate(schema: unknown, value: unknown): readonly ErrorDetail[] {
  return measured(schema, value).problems;
}

/** Validates, and tells the steps that it took. */
export function measured(schema: unknown, value: unknown): { problems: readonly ErrorDetail[]; steps: number } {
  const work = new Work(schema);
  if (isTooDeep(value, schemaLimits.depth)) {
    const message = `must have at most ${schemaLimits.depth} objects and lists inside each other`;
    return { problems: [{ path: '', message }], steps: 0 };
  }
  try {
    const problems = judgeWith(work)(schema, { path: '', value });
    const told = problems
      .slice(0, schemaLimits.problems)
      .map(({ path, message }) => ({ path: path.slice(1), message }));
    return { problems: told, steps: work.steps };
  } catch (error) {
    // A schema that nobody has checked may refer to itself without an end.
    if (!(error instanceof TooMuchWork || error instanceof RangeError)) throw error;
    return { problems: [{ path: '', message: 'is too much to check against its schema' }], steps: work.steps };
  }
}

function judgeWith(work: Work): Judge {
  const judge: Judge = (schema, { path, value }) => {
    work.spend(1);
    if (schema === false) return [{ path, message: 'is not allowed' }];
    if (!isObject(schema)) return [];
    const wrongType = typeProblem(schema, value);
    if (wrongType !== undefined) return [{ path, message: wrongType }];
    const check = { schema, path, work, judge };
    return [...runChecks(anyChecks, { ...check, value }), ...checkByType(check, value)];
  };
  return judge;
}

function checkByType(check: Omit<Check<unknown>, 'value'>, value: unknown): readonly ErrorDetail[] {
  if (typeof value === 'string') return runChecks(stringChecks, { ...check, value });
  if (typeof value === 'number') return runChecks(numberChecks, { ...check, value });
  if (Array.isArray(value)) return runChecks(arrayChecks, { ...check, value });
  return isObject(value) ? runChecks(objectChecks, { ...check, value }) : [];
}

const articles: Readonly<Record<string, string>> = {
  ...{ object: 'an object', array: 'a list', string: 'a text', number: 'a number', integer: 'a whole number' },
  ...{ boolean: 'true or false', null: 'null' },
};

function typeProblem(schema: Json, value: unknown): string | undefined {
  const asked = own(schema, 'type');
  const types = (Array.isArray(asked) ? asked : [asked]).filter((type) => typeof type === 'string');
  if (types.length === 0 || types.some((type) => isOf(type, value))) return undefined;
  return `must be ${types.map((type) => articles[type] ?? type).join(' or ')}, not ${articles[typeOf(value)]}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isOf = (type: string, value: unknown) => (type === 'integer' ? Number.isInteger(value) : typeOf(value) === type);

import type { ErrorDetail } from '../../../errors.ts';
import { isObject, type Json } from '../../../models/chat-wire/json.ts';
import { type Check, type Checks, entriesOf, listOf, numberOf, own } from '../judge.ts';

/** Max characters of a name that a problem repeats. */
const nameChars = 100;

/** Max names that a problem lists. */
const maxNames = 20;

/** Names of one object that it must have. */
function missing(names: readonly unknown[], { value, path, work }: Check<Json>): readonly ErrorDetail[] {
  work.spend(names.length / 10);
  return names.flatMap((name) =>
    typeof name !== 'string' || Object.hasOwn(value, name)
      ? []
      : [{ path: `${path}.${name.slice(0, nameChars)}`, message: 'is required' }],
  );
}

const checkRequired = (check: Check<Json>) => missing(listOf(check.schema, 'required'), check);

function checkMembers(check: Check<Json>): readonly ErrorDetail[] {
  const { schema, value, path, work, judge } = check;
  const properties = own(schema, 'properties');
  const known = isObject(properties) ? properties : {};
  const patterns = entriesOf(schema, 'patternProperties');
  const [rest, names] = [own(schema, 'additionalProperties'), own(schema, 'propertyNames')];
  return Object.entries(value).flatMap(([name, member]) => {
    work.spend(1);
    const at = { path: `${path}.${name.slice(0, nameChars)}`, value: member };
    const problems = names === undefined ? [] : [...judge(names, { path: at.path, value: name })];
    const matching = patterns.filter(([pattern]) => work.matches(pattern, name)).map(([, of]) => of);
    if (Object.hasOwn(known, name)) matching.push(known[name]);
    for (const of of matching) problems.push(...judge(of, at));
    if (matching.length > 0 || rest === undefined) return problems;
    if (rest === false) return [...problems, { path: at.path, message: unknownName(Object.keys(known)) }];
    return [...problems, ...judge(rest, at)];
  });
}

function unknownName(names: readonly string[]): string {
  if (names.length === 0) return 'is not known';
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : '';
  const shown = names.slice(0, maxNames).map((name) => name.slice(0, nameChars));
  return `is not known. Known: ${shown.join(', ')}${more}`;
}

function checkCount({ schema, value, path }: Check<Json>): readonly ErrorDetail[] {
  const [least, most] = [numberOf(schema, 'minProperties'), numberOf(schema, 'maxProperties')];
  const count = Object.keys(value).length;
  if (least !== undefined && count < least) {
    return [{ path, message: `must have at least ${least} members, not ${count}` }];
  }
  if (most !== undefined && count > most) {
    return [{ path, message: `must have at most ${most} members, not ${count}` }];
  }
  return [];
}

/** Checks what one member demands: other names, or a schema of the whole object. */
function checkDependent(check: Check<Json>): readonly ErrorDetail[] {
  const { schema, value, path, work, judge } = check;
  const demands = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((each) => entriesOf(schema, each));
  work.spend(demands.length / 10);
  return demands.flatMap(([name, demand]) => {
    if (!Object.hasOwn(value, name)) return [];
    return Array.isArray(demand) ? missing(demand, check) : judge(demand, { path, value });
  });
}

/** The checks of objects. */
export const objectChecks: Checks<Json> = new Map([
  ['required', checkRequired],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'].map(
    (keyword) => [keyword, checkMembers] as const,
  ),
  ...['minProperties', 'maxProperties'].map((keyword) => [keyword, checkCount] as const),
  ...['dependentRequired', 'dependentSchemas', 'dependencies'].map((keyword) => [keyword, checkDependent] as const),
]);

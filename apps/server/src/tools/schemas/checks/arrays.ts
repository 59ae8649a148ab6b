import type { ErrorDetail } from '../../../errors.ts';
import { canonical } from '../canonical.ts';
import { type Check, type Checks, listOf, numberOf, own } from '../judge.ts';

function checkCount({ schema, value, path }: Check<readonly unknown[]>): readonly ErrorDetail[] {
  const [least, most] = [numberOf(schema, 'minItems'), numberOf(schema, 'maxItems')];
  const { length } = value;
  if (least !== undefined && length < least) {
    return [{ path, message: `must have at least ${least} items, not ${length}` }];
  }
  if (most !== undefined && length > most) {
    return [{ path, message: `must have at most ${most} items, not ${length}` }];
  }
  return [];
}

/** Checks each item: in draft 7, a list in `items` has the first ones, and `additionalItems` is for the rest. */
function checkItems({ schema, value, path, judge }: Check<readonly unknown[]>): readonly ErrorDetail[] {
  const items = own(schema, 'items');
  const isTuple = Array.isArray(items);
  const first = isTuple ? items : listOf(schema, 'prefixItems');
  const rest = isTuple ? own(schema, 'additionalItems') : items;
  return value.flatMap((item, index) => {
    const of = index < first.length ? first[index] : rest;
    return of === undefined ? [] : judge(of, { path: `${path}.${index}`, value: item });
  });
}

function checkContains({ schema, value, path, judge }: Check<readonly unknown[]>): readonly ErrorDetail[] {
  const { contains: of } = schema;
  const least = numberOf(schema, 'minContains') ?? 1;
  const most = numberOf(schema, 'maxContains') ?? Number.POSITIVE_INFINITY;
  const found = value.filter((item) => judge(of, { path, value: item }).length === 0).length;
  if (found < least) return [{ path, message: `must contain at least ${least} items of the asked kind, not ${found}` }];
  if (found > most) return [{ path, message: `must contain at most ${most} items of the asked kind, not ${found}` }];
  return [];
}

function checkUnique({ schema, value, path, work }: Check<readonly unknown[]>): readonly ErrorDetail[] {
  if (own(schema, 'uniqueItems') !== true) return [];
  const known = new Set<string>();
  for (const item of value) {
    const text = canonical(item);
    work.spend(1 + text.length / 20);
    known.add(text);
  }
  return known.size === value.length ? [] : [{ path, message: 'must not have the same item twice' }];
}

/** The checks of lists. */
export const arrayChecks: Checks<readonly unknown[]> = new Map([
  ['minItems', checkCount],
  ['maxItems', checkCount],
  ['items', checkItems],
  ['prefixItems', checkItems],
  ['contains', checkContains],
  ['uniqueItems', checkUnique],
]);

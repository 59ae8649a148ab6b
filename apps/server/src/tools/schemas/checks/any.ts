import type { ErrorDetail } from '../../../errors.ts';
import { canonical } from '../canonical.ts';
import { type Check, type Checks, listOf, own, type Work } from '../judge.ts';

/** Max characters of a value that a problem repeats. */
const shownChars = 200;

/** Max alternatives whose problems are told. */
const shownAlternatives = 3;

function checkEnum({ schema, value, path, work }: Check<unknown>): readonly ErrorDetail[] {
  const allowed = listOf(schema, 'enum');
  if (allowed.some((each) => isSame(each, value, work))) return [];
  return [{ path, message: `must be one of ${shownValues(allowed)}` }];
}

function checkConst({ schema, value, path, work }: Check<unknown>): readonly ErrorDetail[] {
  if (isSame(schema['const'], value, work)) return [];
  return [{ path, message: `must be ${shownValues([schema['const']])}` }];
}

function shownValues(values: readonly unknown[]): string {
  const shown = values.map((each) => JSON.stringify(each)).join(', ');
  return shown.length > shownChars ? `${shown.slice(0, shownChars).toWellFormed()}…` : shown;
}

function isSame(one: unknown, other: unknown, work: Work): boolean {
  work.spend(0.1);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const texts = [canonical(one), canonical(other)] as const;
  work.spend((texts[0].length + texts[1].length) / 20);
  return texts[0] === texts[1];
}

const checkAll = ({ schema, value, path, judge }: Check<unknown>) =>
  listOf(schema, 'allOf').flatMap((each) => judge(each, { path, value }));

function checkSome({ schema, value, path, judge }: Check<unknown>): readonly ErrorDetail[] {
  const failed: (readonly ErrorDetail[])[] = [];
  for (const each of listOf(schema, 'anyOf')) {
    const problems = judge(each, { path, value });
    if (problems.length === 0) return [];
    failed.push(problems);
  }
  return failed.length === 0 ? [] : [nearest(failed, path)];
}

function checkOne({ schema, value, path, judge }: Check<unknown>): readonly ErrorDetail[] {
  const all = listOf(schema, 'oneOf').map((each) => judge(each, { path, value }));
  const fitting = all.filter(({ length }) => length === 0).length;
  if (all.length === 0 || fitting === 1) return [];
  return [fitting === 0 ? nearest(all, path) : { path, message: `must fit one alternative only, not ${fitting}` }];
}

/** Says of the first alternatives why they don't fit. */
function nearest(failed: readonly (readonly ErrorDetail[])[], path: string): ErrorDetail {
  const [only, ...others] = failed;
  if (only?.[0] !== undefined && others.length === 0) return only[0];
  const reasons = failed.slice(0, shownAlternatives).flatMap(([first]) => {
    if (first === undefined) return [];
    const place = first.path.slice(path.length + 1);
    return [place === '' ? first.message : `${place} ${first.message}`];
  });
  const more = failed.length > shownAlternatives ? '; …' : '';
  return { path, message: `must fit one of ${failed.length} alternatives: ${reasons.join('; or ')}${more}` };
}

function checkNot({ schema, value, path, judge }: Check<unknown>): readonly ErrorDetail[] {
  if (judge(schema['not'], { path, value }).length > 0) return [];
  return [{ path, message: 'must not be what "not" in the schema describes' }];
}

function checkIf({ schema, value, path, judge }: Check<unknown>): readonly ErrorDetail[] {
  const isMet = judge(schema['if'], { path, value }).length === 0;
  return judge(own(schema, isMet ? 'then' : 'else') ?? true, { path, value });
}

const checkReference = ({ schema: { $ref: reference }, value, path, work, judge }: Check<unknown>) =>
  typeof reference === 'string' ? judge(work.target(reference) ?? false, { path, value }) : [];

/** The checks of any value, without its type. */
export const anyChecks: Checks<unknown> = new Map([
  ['$ref', checkReference],
  ['enum', checkEnum],
  ['const', checkConst],
  ['allOf', checkAll],
  ['anyOf', checkSome],
  ['oneOf', checkOne],
  ['not', checkNot],
  ['if', checkIf],
]);

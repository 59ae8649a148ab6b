import type { ErrorDetail } from '../../../errors.ts';
import { type Check, type Checks, numberOf } from '../judge.ts';
import { schemaLimits } from '../limits.ts';

function checkNumber({ schema, value, path }: Check<number>): readonly ErrorDetail[] {
  const [least, most] = [numberOf(schema, 'minimum'), numberOf(schema, 'maximum')];
  const [above, below] = [numberOf(schema, 'exclusiveMinimum'), numberOf(schema, 'exclusiveMaximum')];
  const step = numberOf(schema, 'multipleOf');
  const problems: ErrorDetail[] = [];
  if (least !== undefined && value < least) problems.push({ path, message: `must be at least ${least}` });
  if (most !== undefined && value > most) problems.push({ path, message: `must be at most ${most}` });
  if (above !== undefined && value <= above) problems.push({ path, message: `must be more than ${above}` });
  if (below !== undefined && value >= below) problems.push({ path, message: `must be less than ${below}` });
  if (step !== undefined && !isMultiple(value, step)) problems.push({ path, message: `must be a multiple of ${step}` });
  return problems;
}

/** True for a multiple, also of a fraction such as 0.01, which binary numbers don't have exactly. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= Number.EPSILON * Math.max(1, Math.abs(times));
}

function checkLength({ schema, value, path, work }: Check<string>): readonly ErrorDetail[] {
  const [least, most] = [numberOf(schema, 'minLength'), numberOf(schema, 'maxLength')];
  work.spend(1 + value.length / 100);
  const length = charactersOf(value);
  if (least !== undefined && length < least) {
    return [{ path, message: `must have at least ${least} characters, not ${length}` }];
  }
  if (most !== undefined && length > most) {
    return [{ path, message: `must have at most ${most} characters, not ${length}` }];
  }
  return [];
}

function checkPattern({ schema, value, path, work }: Check<string>): readonly ErrorDetail[] {
  const { pattern } = schema;
  if (typeof pattern !== 'string' || work.matches(pattern, value)) return [];
  return [{ path, message: patternMessage(pattern, value) }];
}

const patternMessage = (pattern: string, { length }: string) =>
  length > schemaLimits.matchedChars
    ? `must have at most ${schemaLimits.matchedChars} characters to match the pattern ${pattern}`
    : `must match the pattern ${pattern}`;

/** Counts characters as JSON Schema does: by code points. */
function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The checks of numbers. */
export const numberChecks: Checks<number> = new Map(
  ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((each) => [each, checkNumber]),
);

/** The checks of texts. */
export const stringChecks: Checks<string> = new Map([
  ['minLength', checkLength],
  ['maxLength', checkLength],
  ['pattern', checkPattern],
]);

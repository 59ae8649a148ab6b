import { storable } from '../replies/live-reply.ts';
import type { ToolCallPart } from '../schemas/message-parts.ts';

/** Max nesting of arguments. SQLite reads JSON up to 1,000 levels deep. */
const maxDepth = 32;

/** Max characters of unreadable arguments that the model reads again. */
const excerpt = 4_000;

/** The arguments of a call, and why they can't be read; undefined if they can. */
interface ReadArguments {
  readonly value: ToolCallPart['arguments'];
  readonly problem?: string;
}

/** Parses the arguments of a call. No arguments are an empty object. */
export function readArguments(text: string, most: number): ReadArguments {
  if (text.trim() === '') return { value: {} };
  if (text.length > most) {
    return { value: {}, problem: `The arguments have ${text.length} characters; at most ${most} are allowed.` };
  }
  const problem = (what: string) => ({ value: {}, problem: `${what}: ${storable(text.slice(0, excerpt))}` });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('The arguments are not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem('The arguments are not a JSON object');
  }
  if (depthOf(value, maxDepth) > maxDepth) return problem(`The arguments are nested more than ${maxDepth} levels deep`);
  return { value: toStorable(value) as ToolCallPart['arguments'] };
}

/** The nesting of a value, counted up to one more than `most`. */
function depthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || most < 0) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, each) => Math.max(deepest, depthOf(each, most - 1)), 0);
}

/** Makes every text in a value storable. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), toStorable(each)]));
}

import type { ErrorDetail } from '../../errors.ts';
import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { demands, innerOf } from './keywords.ts';
import { schemaLimits } from './limits.ts';
import { compilePattern } from './pattern.ts';
import { referenced } from './references.ts';

interface CheckOptions {
  /** True if the root must be `type: object`, as the schema of arguments is; true by default. */
  readonly isOfArguments?: boolean;
}

/**
 * Finds what is wrong with a JSON Schema that a caller gives: of draft 7 or 2020-12, in one document. A schema may be
 * recursive, because the depth of values is bounded; a reference that leads to itself on the same value is refused.
 * Paths are dotted, and empty for the root.
 */
export function checkSchema(schema: unknown, options: CheckOptions = {}): readonly ErrorDetail[] {
  const size = sizeProblem(schema);
  if (size !== undefined) return [{ path: '', message: size }];
  const { isOfArguments = true } = options;
  if (isOfArguments && (!isObject(schema) || schema['type'] !== 'object')) {
    return [{ path: '', message: 'must be a schema with "type": "object"' }];
  }
  const problems = shapeProblems(schema);
  return problems.length > 0 ? problems : expansionProblems(schema);
}

/** Measures the schema before anything else reads it. */
function sizeProblem(schema: unknown): string | undefined {
  if (isTooDeep(schema, schemaLimits.depth)) {
    return `must have at most ${schemaLimits.depth} objects and lists inside each other`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema) ?? '');
  return bytes > schemaLimits.bytes ? `must be at most ${schemaLimits.bytes} bytes of JSON, not ${bytes}` : undefined;
}

/** True if a value has more objects and lists inside each other. */
export function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}

/** Finds keywords with wrong values, and references that lead nowhere. */
function shapeProblems(root: unknown): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const seen = new Set<Json>();
  const patterns = new Set<string>();
  const visit = (schema: unknown, path: string): void => {
    if (problems.length >= schemaLimits.problems || typeof schema === 'boolean') return;
    if (!isObject(schema)) {
      problems.push({ path, message: 'must be a schema: an object, true or false' });
      return;
    }
    if (seen.has(schema)) return;
    seen.add(schema);
    const found = [
      ...wrongKeywords(schema),
      ...patternsOf(schema).flatMap(([keyword, source]) => newPattern(patterns, keyword, source)),
      ...referenceProblems(root, schema),
    ];
    for (const [keyword, message] of found) problems.push({ path: `${path}.${keyword}`, message });
    for (const inner of innerOf(schema, path)) visit(inner.schema, inner.path);
    const { $ref: reference } = schema;
    // It may name a place where no keyword has a schema.
    if (typeof reference === 'string' && found.length === 0) visit(referenced(root, reference), `${path}.$ref`);
  };
  visit(root, '');
  return problems
    .slice(0, schemaLimits.problems)
    .map(({ path, message }) => ({ path: path.replace(/^\./, ''), message }));
}

type Problem = readonly [keyword: string, message: string];

const patternsOf = ({ pattern, patternProperties: byName }: Json): readonly (readonly [string, string])[] => [
  ...(typeof pattern === 'string' ? [['pattern', pattern] as const] : []),
  ...(isObject(byName) ? Object.keys(byName).map((source) => ['patternProperties', source] as const) : []),
];

/** Compiles a pattern that hasn't been seen before. Those beyond the limit aren't compiled, and are told once. */
function newPattern(patterns: Set<string>, keyword: string, source: string): readonly Problem[] {
  if (patterns.has(source) || patterns.size > schemaLimits.patterns) return [];
  patterns.add(source);
  if (patterns.size > schemaLimits.patterns) {
    return [[keyword, `is one of more than ${schemaLimits.patterns} different patterns`]];
  }
  const compiled = compilePattern(source);
  return typeof compiled === 'string' ? [[keyword, compiled]] : [];
}

const wrongKeywords = (schema: Json): readonly Problem[] =>
  Object.entries(demands).flatMap(([keyword, [isFine, message]]) =>
    Object.hasOwn(schema, keyword) && !isFine(schema[keyword]) ? [[keyword, message] as const] : [],
  );

function referenceProblems(root: unknown, schema: Json): readonly Problem[] {
  if (!Object.hasOwn(schema, '$ref')) return [];
  const { $ref: reference } = schema;
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    return [['$ref', 'must lead to a place in the same document, such as #/$defs/address']];
  }
  const target = referenced(root, reference);
  if (isObject(target) || typeof target === 'boolean') return [];
  return [['$ref', `leads nowhere: ${reference.slice(0, 100)}`]];
}

/** Finds references that never end on one value, and those that multiply. */
function expansionProblems(root: unknown): readonly ErrorDetail[] {
  const walk = { root, sizes: new Map<Json, number>(), ended: new Set<Json>() };
  const size = sizeOf(root, walk);
  for (const schema of walk.sizes.keys()) {
    if (isEndless(schema, walk, new Set())) {
      return [{ path: '', message: 'must have no reference that leads back to itself on the same value' }];
    }
  }
  if (size <= schemaLimits.expanded) return [];
  return [{ path: '', message: `must be at most ${schemaLimits.expanded} schemas with each reference replaced` }];
}

interface Walk {
  readonly root: unknown;
  /** Schemas in all from one on, each reference replaced. */
  readonly sizes: Map<Json, number>;
  /** Those from which nothing leads back on the same value. */
  readonly ended: Set<Json>;
}

function sizeOf(schema: unknown, walk: Walk): number {
  if (!isObject(schema)) return 1;
  const known = walk.sizes.get(schema);
  if (known !== undefined) return known;
  // A recursion counts as one: the depth of the value bounds it.
  walk.sizes.set(schema, 1);
  const { $ref: reference } = schema;
  let size = 1;
  if (typeof reference === 'string') size += sizeOf(referenced(walk.root, reference), walk);
  for (const inner of innerOf(schema, '')) {
    const found = sizeOf(inner.schema, walk);
    if (inner.place !== 'named') size += found;
  }
  walk.sizes.set(schema, size);
  return size;
}

function isEndless(schema: unknown, walk: Walk, around: ReadonlySet<Json>): boolean {
  if (!isObject(schema) || walk.ended.has(schema)) return false;
  if (around.has(schema)) return true;
  const inside = new Set(around).add(schema);
  const { $ref: reference } = schema;
  const next = innerOf(schema, '').flatMap((inner) => (inner.place === 'same' ? [inner.schema] : []));
  if (typeof reference === 'string') next.push(referenced(walk.root, reference));
  if (next.some((each) => isEndless(each, walk, inside))) return true;
  walk.ended.add(schema);
  return false;
}

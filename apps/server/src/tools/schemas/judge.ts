import type { ErrorDetail } from '../../errors.ts';
import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { schemaLimits } from './limits.ts';
import { compilePattern, type Pattern } from './pattern.ts';
import { referenced } from './references.ts';

/** The check has used up its steps. */
export class TooMuchWork extends Error {}

/** A value, where it is, and who judges it. */
export interface Judged {
  readonly path: string;
  readonly value: unknown;
}

/** What a check has spent and knows. */
export class Work {
  #steps = 0;
  readonly #root: unknown;
  readonly #targets = new Map<string, unknown>();
  readonly #patterns = new Map<string, Pattern>();

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Counts steps. Throws `TooMuchWork` beyond the limit. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > schemaLimits.steps) throw new TooMuchWork();
  }

  /** Returns the schema that a reference names. */
  target(reference: string): unknown {
    if (!this.#targets.has(reference)) this.#targets.set(reference, referenced(this.#root, reference));
    return this.#targets.get(reference);
  }

  /** True if a pattern matches anywhere in a text of at most `matchedChars` characters. */
  matches(source: string, text: string): boolean {
    if (text.length > schemaLimits.matchedChars) return false;
    const pattern = this.#patterns.get(source) ?? this.#compile(source);
    this.spend(pattern.costOf(text.length));
    return pattern.matches(text);
  }

  #compile(source: string): Pattern {
    const compiled = compilePattern(source);
    if (typeof compiled === 'string') throw new TooMuchWork();
    this.spend(compiled.cost);
    this.#patterns.set(source, compiled);
    return compiled;
  }
}

/** Judges a value by the schemas inside a keyword. */
export type Judge = (schema: unknown, judged: Judged) => readonly ErrorDetail[];

/** What the check of a group of keywords gets. */
export interface Check<Value> {
  readonly schema: Json;
  readonly value: Value;
  readonly path: string;
  readonly work: Work;
  readonly judge: Judge;
}

/** Returns a keyword's value if it is a number. */
export function numberOf(schema: Json, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

/** Returns a keyword's value if it is a list; empty otherwise. */
export function listOf(schema: Json, keyword: string): readonly unknown[] {
  const value = own(schema, keyword);
  return Array.isArray(value) ? value : [];
}

/** Returns the entries of a keyword's value if it is an object; empty otherwise. */
export function entriesOf(schema: Json, keyword: string): readonly (readonly [string, unknown])[] {
  const value = own(schema, keyword);
  return isObject(value) ? Object.entries(value) : [];
}

/** Returns a keyword's value; undefined if the schema hasn't it itself. */
export const own = (schema: Json, keyword: string): unknown =>
  Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;

/** Checks by the keywords that ask for them. */
export type Checks<Value> = ReadonlyMap<string, (check: Check<Value>) => readonly ErrorDetail[]>;

/** Runs the checks that a schema asks for, each once. */
export function runChecks<Value>(checks: Checks<Value>, check: Check<Value>): readonly ErrorDetail[] {
  const asked = new Set<(check: Check<Value>) => readonly ErrorDetail[]>();
  for (const keyword in check.schema) {
    const run = checks.get(keyword);
    if (run !== undefined) asked.add(run);
  }
  return [...asked].flatMap((run) => run(check));
}

import type { CompiledQuery, RawBuilder } from 'kysely';

/** Anything of Kysely's that can be compiled to one SQL statement: a query builder, a schema builder, a raw fragment. */
export interface Compilable<Row = unknown> {
  compile(): CompiledQuery<Row>;
}

/** What a statement must do, and what to throw where it does not. */
export interface Expectation {
  /** The number of rows it must touch (or return); any other number rolls the unit back and throws `orElse()`. */
  readonly rows?: number;
  readonly orElse?: () => Error;
  /** Thrown where the statement breaks a UNIQUE or PRIMARY KEY constraint. */
  readonly onConflict?: () => Error;
  /** Thrown where the statement breaks a FOREIGN KEY constraint. */
  readonly onMissing?: () => Error;
}

/** A condition in SQL that one feature makes and another puts into its statement. */
export type Condition = RawBuilder<boolean>;

/** One statement of a unit of work, compiled, with what it must do. */
export interface Statement<Row = unknown> extends Expectation, Compiled<Row> {}

/** What one statement did: the rows that it returned (`RETURNING` or `SELECT`), and how many it touched. */
export interface Outcome<Row> {
  readonly rows: Row[];
  readonly changed: number;
}

/** A part of a unit of work that has a name: a statement, a list of them, or nothing. */
export type Part = Statement | readonly Statement[] | undefined;

/**
 * Statements that take effect together or not at all, in order: a list, or parts by name. Use names where the outcome
 * of a part is read; they can't be mixed up when a part is added.
 */
export type UnitOfWork = readonly Statement[] | { readonly [name: string]: Part };

type PartOutcome<Of> =
  Of extends Statement<infer Row>
    ? Outcome<Row>
    : Of extends readonly Statement[]
      ? { -readonly [Index in keyof Of]: Of[Index] extends Statement<infer Row> ? Outcome<Row> : never }
      : undefined;

/** The outcomes of a unit: in the order of its statements, or under the names of its parts. */
export type Outcomes<Unit extends UnitOfWork> = Unit extends readonly Statement[]
  ? PartOutcome<Unit>
  : { -readonly [Name in keyof Unit]: PartOutcome<Unit[Name]> };

/** Statements that a caller adds to the unit of work of an effect, made from what the effect comes to. */
export type Along<Result> = (result: Result) => readonly Statement[];

/** Adds nothing to the unit of work. */
export const nothingAlong: Along<unknown> = () => [];

/** A compiled query: SQL text and its values in order. */
export interface Compiled<Row> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Carries the row type; never set. */
  readonly row?: Row;
}

/** A query that can be compiled, or that has been (see `prepared.ts`). */
export type Query<Row> = Compilable<Row> | Compiled<Row>;

/** Compiles a query where it isn't compiled yet. */
export const compiled = <Row>(query: Query<Row>): Compiled<Row> => ('compile' in query ? query.compile() : query);

/** Makes a statement of a unit of work from a query. */
export function statement<Row>(query: Query<Row>, expectation: Expectation = {}): Statement<Row> {
  const { sql, parameters } = compiled(query);
  return { sql, parameters, ...expectation };
}

/** A statement that must touch exactly one row; where it does not, the unit is rolled back and `orElse()` thrown. */
export function one<Row>(query: Query<Row>, orElse: () => Error): Statement<Row> {
  return statement(query, { rows: 1, orElse });
}

/** Makes `Database.write` of an engine's way to run a list of statements. */
export const writeUnits =
  (run: (statements: readonly Statement[]) => Promise<Outcome<unknown>[]>) =>
  async <const Unit extends UnitOfWork>(unit: Unit): Promise<Outcomes<Unit>> => {
    if (Array.isArray(unit)) return (await run(unit)) as Outcomes<Unit>;
    const parts = Object.entries(unit as Readonly<Record<string, Part>>);
    const outcomes = await run(parts.flatMap(([, part]) => part ?? []));
    let next = 0;
    const take = (part: Part) => {
      if (part === undefined) return undefined;
      const first = next;
      next += 'sql' in part ? 1 : part.length;
      return 'sql' in part ? outcomes[first] : outcomes.slice(first, next);
    };
    return Object.fromEntries(parts.map(([name, part]) => [name, take(part)])) as Outcomes<Unit>;
  };

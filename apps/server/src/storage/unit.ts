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

/** The outcomes of a unit, statement by statement. */
export type Outcomes<Unit extends readonly Statement[]> = {
  -readonly [Index in keyof Unit]: Unit[Index] extends Statement<infer Row> ? Outcome<Row> : never;
};

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

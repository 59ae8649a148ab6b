import { type CompiledQuery, type RawBuilder, sql } from 'kysely';

/** Anything from Kysely that compiles to one SQL statement: a query builder, a schema builder, a raw fragment. */
export interface Compilable<Row = unknown> {
  compile(): CompiledQuery<Row>;
}

/** Expected result of a statement, and the errors to throw otherwise. */
export interface Expectation {
  /** The number of rows it must change or return. Any other number rolls the unit back and throws `orElse()`. */
  readonly rows?: number | undefined;
  readonly orElse?: (() => Error) | undefined;
  /** Returns the error to throw if the statement breaks a UNIQUE or PRIMARY KEY constraint. */
  readonly onConflict?: (() => Error) | undefined;
  /** Returns the error to throw if the statement breaks a FOREIGN KEY constraint. */
  readonly onMissing?: (() => Error) | undefined;
}

/** An SQL condition that one feature builds and another uses in its statement. */
export type Condition = RawBuilder<boolean>;

/** A condition: all of these hold. */
export const allOf = (...conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;

/** One compiled statement of a unit of work, with its expectations. */
export interface Statement<Row = unknown> extends Expectation, Compiled<Row> {
  /**
   * Called when its unit waits for the one writer of SQLite, which may yet refuse it: units that are written from here
   * see what it does, and are committed together with it. PostgreSQL never calls it. It must not throw.
   */
  readonly onQueued?: (() => void) | undefined;
  /** Called once its unit is committed, whether or not it changed a row. It must not throw. */
  readonly onCommitted?: (() => void) | undefined;
}

/** The outcome of a statement: returned rows (`RETURNING` or `SELECT`), and the number of rows changed or returned. */
export interface Outcome<Row> {
  readonly rows: Row[];
  readonly changed: number;
}

/** A named part of a unit of work: a statement, a list of statements, or undefined to skip it. */
export type Part = Statement | readonly Statement[] | undefined;

/**
 * Statements that take effect together or not at all, in order: a list, or named parts. Use names if you read outcomes:
 * adding a part can't shift them.
 */
export type UnitOfWork = readonly Statement[] | { readonly [name: string]: Part };

type PartOutcome<Of> =
  Of extends Statement<infer Row>
    ? Outcome<Row>
    : Of extends readonly Statement[]
      ? { -readonly [Index in keyof Of]: Of[Index] extends Statement<infer Row> ? Outcome<Row> : never }
      : undefined;

/** The outcomes of a unit, in the order of its statements or by the names of its parts. */
export type Outcomes<Unit extends UnitOfWork> = Unit extends readonly Statement[]
  ? PartOutcome<Unit>
  : { -readonly [Name in keyof Unit]: PartOutcome<Unit[Name]> };

/** Returns extra statements for the unit of work of an effect, built from its result. */
export type Along<Result> = (result: Result) => readonly Statement[];

/** Adds no statements to the unit of work. */
export const nothingAlong: Along<unknown> = () => [];

/** A compiled query: SQL text and parameters in order. */
export interface Compiled<Row> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Carries the row type; never set. */
  readonly row?: Row;
}

/** A query, compiled (see `prepared.ts`) or not. */
export type Query<Row> = Compilable<Row> | Compiled<Row>;

/** Compiles a query if it isn't compiled yet. */
export const compiled = <Row>(query: Query<Row>): Compiled<Row> => ('compile' in query ? query.compile() : query);

/** Creates a statement of a unit of work from a query. */
export function statement<Row>(
  query: Query<Row>,
  { rows, orElse, onConflict, onMissing, onCommitted }: Omit<Statement, keyof Compiled<Row>> = {},
): Statement<Row> {
  const { sql, parameters } = compiled(query);
  // All statements have one shape: those of a unit are looked at again and again.
  return { sql, parameters, rows, orElse, onConflict, onMissing, onQueued: undefined, onCommitted };
}

/** Creates a statement that must touch exactly one row; otherwise the unit is rolled back and throws `orElse()`. */
export function one<Row>(query: Query<Row>, orElse: () => Error): Statement<Row> {
  return statement(query, { rows: 1, orElse });
}

/** An engine's function that runs a list of statements as one transaction. */
type Run = (statements: readonly Statement[]) => Promise<Outcome<unknown>[]>;

/** Runs statements and tells those that want to know that they are committed. */
async function runTold(run: Run, statements: readonly Statement[]): Promise<Outcome<unknown>[]> {
  const outcomes = await run(statements);
  for (const { onCommitted } of statements) onCommitted?.();
  return outcomes;
}

/** Creates `Database.write` from an engine's function that runs a list of statements. */
export const writeUnits =
  (run: Run) =>
  async <const Unit extends UnitOfWork>(unit: Unit): Promise<Outcomes<Unit>> => {
    if (Array.isArray(unit)) return (await runTold(run, unit)) as Outcomes<Unit>;
    const parts = unit as Readonly<Record<string, Part>>;
    const statements: Statement[] = [];
    for (const name in parts) statements.push(...listOf(parts[name]));
    const outcomes = await runTold(run, statements);
    const named: Record<string, unknown> = {};
    let next = 0;
    for (const name in parts) {
      const part = parts[name];
      const first = next;
      next += listOf(part).length;
      if (part !== undefined) named[name] = 'sql' in part ? outcomes[first] : outcomes.slice(first, next);
    }
    return named as Outcomes<Unit>;
  };

const listOf = (part: Part): readonly Statement[] => (part === undefined ? [] : 'sql' in part ? [part] : part);

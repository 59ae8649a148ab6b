import type { Database } from './database.ts';
import type { Compilable, Compiled } from './unit.ts';

/** Shapes kept per prepared query; lists of more lengths than this are compiled each time. */
const maxShapes = 64;

type Value = string | number | null;
type Arguments = Readonly<Record<string, Value | readonly Value[]>>;

/** Stands in a query for the argument that takes its place at each call. */
class Slot {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
}

interface Plan {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Compiles a query once and fills in its arguments at each call: building a query with Kysely costs more than running it.
 * `build` must use every argument as a value only, never look at it; a list is compiled once for each length.
 */
export function prepared<Args extends Arguments, Row>(
  build: (db: Database, args: Args) => Compilable<Row>,
): (db: Database, args: Args) => Compiled<Row> {
  const plans = new Map<string, Plan>();
  return (db, args) => {
    const shape = shapeOf(db, args);
    let plan = plans.get(shape);
    if (plan === undefined) {
      plan = build(db, slots(args)).compile();
      if (plans.size < maxShapes) plans.set(shape, plan);
    }
    return { sql: plan.sql, parameters: plan.parameters.map((value) => fill(value, args)) };
  };
}

function shapeOf(db: Database, args: Arguments): string {
  let shape: string = db.engine;
  for (const name in args) {
    const value = args[name];
    if (Array.isArray(value)) shape += `,${name}:${value.length}`;
  }
  return shape;
}

function slots<Args extends Arguments>(args: Args): Args {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Slot(name, index)) : new Slot(name),
  ]);
  return Object.fromEntries(entries) as Args;
}

function fill(value: unknown, args: Arguments): unknown {
  if (!(value instanceof Slot)) return value;
  const argument = args[value.name];
  return value.index === undefined ? argument : (argument as readonly Value[])[value.index];
}

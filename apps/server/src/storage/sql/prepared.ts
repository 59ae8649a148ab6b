import { LRUCache } from 'lru-cache';
import type { Database } from '../database.ts';
import type { Compilable, Compiled } from '../unit.ts';

/** Max shapes cached per prepared query, least recently used out first. */
const maxShapes = 64;

type Value = string | number | null;
type Argument = Value | readonly Value[] | undefined;
type Arguments = Readonly<Record<string, Argument>>;

/** The arguments of a prepared query. A mapped type, because interfaces have no index signature. */
export type ArgumentsOf<Args> = { readonly [Name in keyof Args]: Argument };

/** Placeholder in a compiled query, replaced by the argument at each call. */
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
 * Compiles a query once and fills in its arguments at each call: building a query with Kysely costs more than running
 * it. `build` must only pass arguments on as values. It may check whether one is undefined or how long a list is; each
 * such shape is compiled separately. Anything else that changes the SQL belongs in `variant`.
 */
export function prepared<Args extends ArgumentsOf<Args>, Row, Variant extends string = ''>(
  build: (db: Database, args: Args, variant: Variant) => Compilable<Row>,
): (db: Database, args: Args, ...variant: Variant extends '' ? [] : [Variant]) => Compiled<Row> {
  const plans = new LRUCache<string, Plan>({ max: maxShapes });
  return (db, args, ...[given]) => {
    const variant = (given ?? '') as Variant;
    const values: Arguments = args;
    const shape = shapeOf(db, values, variant);
    let plan = plans.get(shape);
    if (plan === undefined) {
      plan = build(db, slots(values) as Args, variant).compile();
      plans.set(shape, plan);
    }
    return { sql: plan.sql, parameters: plan.parameters.map((value) => fill(value, values)) };
  };
}

function shapeOf(db: Database, args: Arguments, variant: string): string {
  let shape = `${db.engine} ${variant}`;
  for (const name in args) {
    const value = args[name];
    shape += `,${name}`;
    if (value === undefined) shape += '?';
    else if (typeof value === 'object' && value !== null) shape += value.length;
  }
  return shape;
}

function slots(args: Arguments): unknown {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    value === undefined ? undefined : slot(name, value),
  ]);
  return Object.fromEntries(entries);
}

const slot = (name: string, value: Value | readonly Value[]) =>
  Array.isArray(value) ? value.map((_, index) => new Slot(name, index)) : new Slot(name);

function fill(value: unknown, args: Arguments): unknown {
  if (!(value instanceof Slot)) return value;
  const argument = args[value.name];
  return value.index === undefined ? argument : (argument as readonly Value[])[value.index];
}

import type { Database, Engine } from '../database.ts';
import type { Compilable, Compiled } from '../unit.ts';

/** Max plans kept per prepared query, least recently used out first. */
const maxPlans = 64;

/** A form of a query that its arguments do not tell, by a unique name. */
type Variant = string | { readonly name: string };

type Value = string | number | null;
type Argument = Value | readonly Value[] | undefined;
type Arguments = Readonly<Record<string, Argument>>;

/** The arguments of a prepared query. A mapped type, because interfaces have no index signature. */
export type ArgumentsOf<Args> = { readonly [Name in keyof Args]: Argument };

/** Placeholder in a compiled query, replaced by the argument at each call. */
export class Slot {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
}

/** A compiled query, and the calls that it serves: the engine, the variant, and the arguments with their shapes. */
interface Plan {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly engine: Engine;
  readonly variant: string;
  readonly names: readonly string[];
  readonly shapes: readonly Shape[];
}

/** Of a value 0, of an undefined one -1, of a list its length and 1. */
type Shape = number;

/**
 * Compiles a query once and fills in its arguments at each call: building a query with Kysely costs more than running
 * it. `build` must only pass arguments on as values. It may check whether one is undefined or how long a list is; each
 * such shape is compiled separately. Anything else that changes the SQL belongs in `variant`.
 */
export function prepared<Args extends ArgumentsOf<Args>, Row, Varying extends Variant = ''>(
  build: (db: Database, args: Args, variant: Varying) => Compilable<Row>,
): (db: Database, args: Args, ...variant: Varying extends '' ? [] : [Varying]) => Compiled<Row> {
  // The one that was used last comes first: most queries are called again and again with the same shape.
  const plans: Plan[] = [];
  return (db, args, ...[given]) => {
    const variant = (given ?? '') as Varying;
    const name = typeof variant === 'string' ? variant : variant.name;
    const values: Arguments = args;
    const at = plans.findIndex((each) => each.engine === db.engine && each.variant === name && fits(each, values));
    let plan = plans[at];
    if (plan === undefined) {
      const { sql, parameters } = build(db, slots(values) as Args, variant).compile();
      const names = Object.keys(values);
      const shapes = names.map((each) => shapeOf(values[each]));
      plan = { sql, parameters, engine: db.engine, variant: name, names, shapes };
      if (plans.length >= maxPlans) plans.pop();
    }
    if (at > 0) plans.splice(at, 1);
    if (at !== 0) plans.unshift(plan);
    return { sql: plan.sql, parameters: plan.parameters.map((value) => fill(value, values)) };
  };
}

const shapeOf = (value: Argument): Shape => {
  if (value === undefined) return -1;
  return typeof value === 'object' && value !== null ? value.length + 1 : 0;
};

/** True if a plan serves these arguments. It is asked at each call, so it creates nothing. */
function fits({ names, shapes }: Plan, args: Arguments): boolean {
  let index = 0;
  for (const name in args) {
    if (names[index] !== name || shapes[index] !== shapeOf(args[name])) return false;
    index += 1;
  }
  return index === names.length;
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

/** Repeats the last ID until their number is a power of two: so few statements are prepared. */
export function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<string>(length - ids.length).fill(ids.at(-1) ?? '')];
}

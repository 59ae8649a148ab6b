/** A value that is passed on before it is there. */
export interface LateBound<Value> {
  /** Returns the value. Throws if it isn't bound yet. */
  get(): Value;
  /** Sets the value, once, and returns it. */
  bind(value: Value): Value;
}

/**
 * Creates a seam for what is composed later: two parts need each other, and one of them only at run time. `name` is
 * for the error of a use that comes too early.
 */
export function lateBound<Value extends object>(name: string): LateBound<Value> {
  let bound: Value | undefined;
  return {
    get: () => {
      if (bound === undefined) throw new Error(`${name}: used before it is composed.`);
      return bound;
    },
    bind: (value) => {
      if (bound !== undefined) throw new Error(`${name}: composed twice.`);
      bound = value;
      return value;
    },
  };
}

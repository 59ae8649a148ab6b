import type { TSchema } from 'typebox';

/** A JSON Schema, as far as examples are made of it. */
interface Shape {
  readonly type?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Keyword of ours: the fields that the example has; all of them if absent. */
  readonly 'x-shown'?: readonly string[];
}

/**
 * Returns the example of a whole body, composed from the examples of its fields, so that each is written once. A field
 * without one has its constant, its default or its first allowed value; a choice has the example of its first branch. A
 * field with nothing of these is left out: a test finds it.
 */
export function exampleOf(schema: TSchema): unknown {
  const shape: Shape = schema;
  for (const given of [shape.examples?.[0], shape.const, shape.default, shape.enum?.[0]]) {
    if (given !== undefined) return given;
  }
  const [branch] = shape.anyOf ?? [];
  if (branch !== undefined) return exampleOf(branch);
  if (shape.items !== undefined) return [exampleOf(shape.items)];
  if (shape.type !== 'object') return undefined;
  const fields = Object.entries(shape.properties ?? {});
  const shown = shape['x-shown'] ?? fields.map(([name]) => name);
  return Object.fromEntries(
    fields
      .filter(([name]) => shown.includes(name))
      .map(([name, field]) => [name, exampleOf(field)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** The fields that a schema names for its example; undefined if it has all of them. */
export const shownOf = (schema: TSchema): readonly string[] | undefined => (schema as Shape)['x-shown'];

/** Returns one example of each event of a stream, by the name of the event. */
export function eventExamples(events: TSchema): Record<string, { readonly value: unknown }> {
  const { anyOf = [] }: Shape = events;
  return Object.fromEntries(
    anyOf.map((event) => [String(exampleOf(event.properties?.['event'] ?? {})), { value: exampleOf(event) }]),
  );
}

/**
 * The type of the values that match a JSON Schema which is written `as const`. Knows objects, arrays, `enum`, `const` and
 * the simple types; anything else is `unknown`.
 */
export type FromSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? Typed<Type, Schema>
      : unknown;

type Typed<Type, Schema> = Type extends keyof Simple
  ? Simple[Type]
  : Type extends 'array'
    ? readonly (Schema extends { readonly items: infer Item } ? FromSchema<Item> : unknown)[]
    : Type extends 'object'
      ? Schema extends { readonly properties: infer Properties }
        ? Fields<Properties, Schema extends { readonly required: readonly (infer Name)[] } ? Name : never>
        : Readonly<Record<string, unknown>>
      : unknown;

interface Simple {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type Fields<Properties, Required> = {
  readonly [Name in keyof Properties as Name extends Required ? Name : never]: FromSchema<Properties[Name]>;
} & {
  readonly [Name in keyof Properties as Name extends Required ? never : Name]?: FromSchema<Properties[Name]>;
};

/** The arguments of a tool: those of its schema, or any object without one. */
export type ArgumentsOf<Schema> = unknown extends Schema ? Readonly<Record<string, unknown>> : FromSchema<Schema>;

import { type Static, Type } from 'typebox';
import { mostlyNull } from '../../../schemas/fields.ts';

const digestExample = 'eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc';

/** Max definitions of one server. */
const maxDefinitions = 200;

const states = ['approved', 'changed', 'new', 'missing'] as const;

const Name = Type.String({
  ...{ minLength: 1, maxLength: 128 },
  description: 'Its name at the server.',
  examples: ['create_issue'],
});

const Definition = Type.Object(
  {
    description: Type.String({ description: 'Its description for the model.', examples: ['Creates an issue.'] }),
    inputSchema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The JSON Schema of its arguments.',
      examples: [{ type: 'object', properties: { title: { type: 'string' } } }],
    }),
  },
  { title: 'ToolDefinition' },
);

const Change = Type.Object(
  {
    field: Type.Unsafe<'description' | 'inputSchema'>(
      Type.String({
        enum: ['description', 'inputSchema'],
        description: 'Name of the field.',
        examples: ['description'],
      }),
    ),
    before: Type.Unknown({ description: 'As it was approved.', examples: ['Reads an issue.'] }),
    after: Type.Unknown({ description: 'As the server says now.', examples: ['Creates an issue.'] }),
  },
  { title: 'ToolDefinitionChange' },
);

const Compared = Type.Object(
  {
    name: Name,
    state: Type.Unsafe<(typeof states)[number]>(
      Type.String({
        enum: [...states],
        description:
          '`approved`: models may call it. `changed`: the server says something else than was approved, so calls are ' +
          'refused. `new`: it was never approved. `missing`: it was approved, and the server no longer has it.',
        examples: ['new'],
      }),
    ),
    digest: Type.String({
      description: 'SHA-256 of the definition, which an approval names.',
      examples: [digestExample],
    }),
    definition: Definition,
    changes: Type.Array(Change, { description: 'Differences from the approved definition; empty unless `changed`.' }),
    problem: mostlyNull(Type.String(), 'Why it can’t be approved; null if it can.'),
  },
  { title: 'ComparedDefinition' },
);

/** The definitions of a server, compared with those that were approved. */
export const ToolDefinitions = Type.Object(
  {
    items: Type.Array(Compared, { description: 'The approved definitions, then new ones.' }),
    skipped: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Its name at the server.', examples: ['huge'] }),
          reason: Type.String({ description: 'Why.', examples: ['Several tools have this name.'] }),
        },
        { title: 'SkippedDefinition' },
      ),
      { description: 'Tools of the server that can’t be used.', examples: [[]] },
    ),
    isTruncated: Type.Boolean({
      description: `True if the server has more than ${maxDefinitions} tools, which are left out.`,
      examples: [false],
    }),
  },
  { title: 'ToolDefinitions' },
);
export type ToolDefinitions = Static<typeof ToolDefinitions>;

/** The body that approves definitions. */
export const DefinitionApproval = Type.Object(
  {
    approve: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Name,
            digest: Type.String({
              pattern: '^[0-9a-f]{64}$',
              maxLength: 64,
              description: 'Digest of the definition that was seen.',
              examples: [digestExample],
            }),
          },
          { additionalProperties: false },
        ),
        { maxItems: maxDefinitions, description: 'Definitions that models may call from now on, up to 200.' },
      ),
    ),
    remove: Type.Optional(
      Type.Array(Name, {
        maxItems: maxDefinitions,
        description: 'Names of definitions that models may no longer call, up to 200.',
        examples: [[]],
      }),
    ),
  },
  { additionalProperties: false, title: 'DefinitionApproval', 'x-shown': ['approve'] },
);
export type DefinitionApproval = Static<typeof DefinitionApproval>;

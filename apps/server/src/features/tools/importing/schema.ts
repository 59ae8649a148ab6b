import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { mostlyNull } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { maxSecrets, Tool } from '../schema.ts';

/** Max operations that become tools at once. */
const maxImported = 50;

/** The body that imports operations of an OpenAPI document as tools. */
export const ToolImport = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of the workspace; may be absent if you reach a single one.',
        examples: [ids.workspace],
      }),
    ),
    url: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 2_000 },
        description: 'Address of the document. Either this or `document`.',
        examples: ['https://api.example.com/openapi.json'],
      }),
    ),
    document: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], {
        description: 'The document (OpenAPI 3.0 or 3.1): an object, or a text in JSON or YAML. Either this or `url`.',
        examples: [{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} }],
      }),
    ),
    server: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 2_000 },
        description: 'Address of the API, in place of the servers of the document.',
        examples: ['https://api.example.com/v1'],
      }),
    ),
    operations: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        ...{ minItems: 1, maxItems: maxImported, uniqueItems: true },
        description: 'The `operationId` of each operation that becomes a tool, max 50. Absent to create nothing.',
        examples: [['findOrder']],
      }),
    ),
    secrets: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 8_000 }), {
        maxProperties: maxSecrets,
        description: 'Secrets by the names that the operations have for them. Each tool gets those that it uses.',
        examples: [{}],
      }),
    ),
  },
  { additionalProperties: false, title: 'ToolImport', 'x-shown': ['url'] },
);
export type ToolImport = Static<typeof ToolImport>;

const Operation = Type.Object(
  {
    operationId: Type.String({
      description: 'Its ID in the document, or one made of its path.',
      examples: ['findOrder'],
    }),
    method: Type.String({ description: 'Method.', examples: ['GET'] }),
    path: Type.String({ description: 'Path.', examples: ['/orders/{number}'] }),
    summary: Type.String({ description: 'Its summary in the document.', examples: ['Find an order'] }),
    problem: mostlyNull(Type.String(), 'Why it can’t become a tool; null if it can.'),
    name: Type.Union([Type.String({ examples: ['findOrder'] }), Type.Null()], {
      description: 'Name of its tool; null if it can’t become one.',
    }),
    secretNames: Type.Array(Type.String(), {
      description: 'Names of the secrets that the tool needs.',
      examples: [['API_KEY']],
    }),
  },
  { title: 'ImportableOperation' },
);

/** The operations of a document, and the tools that were created. */
export const ImportedTools = Type.Object(
  {
    operations: Type.Array(Operation, { description: 'Every operation of the document.' }),
    tools: Type.Array(Tool, { description: 'The tools that were created; empty without `operations`.' }),
  },
  { title: 'ImportedTools' },
);
export type ImportedTools = Static<typeof ImportedTools>;

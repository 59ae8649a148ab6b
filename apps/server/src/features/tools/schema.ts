import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, timeField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { toolTypes } from '../../tools/kinds.ts';

/** Max secrets of one tool, and max approvers. */
export const maxSecrets = 20;
const maxApprovers = 50;

/** The bounds of times, and their defaults. */
export const toolTimes = {
  timeoutMs: { minimum: 1_000, maximum: 30_000, default: 10_000 },
  approvalSeconds: { minimum: 60, maximum: 604_800, default: 86_400 },
} as const;

/** A word of a closed set. */
const wordField = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description, examples: [words[0]] }));

const example = {
  name: 'find_order',
  description: 'Finds an order of the shop by its number.',
  inputSchema: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
} as const;

const Name = Type.String({
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  maxLength: 64,
  description: 'Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.',
  examples: [example.name],
  'x-message': 'must have 1 to 64 letters, digits, _ and -',
});
const Description = Type.String({
  minLength: 1,
  maxLength: 4_000,
  description: 'Says what it does and when to call it, for the model: 1 to 4,000 characters.',
  examples: [example.description],
});
const values = (description: string, shown: Readonly<Record<string, unknown>>) =>
  Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100, description, examples: [shown] });
const InputSchema = Type.Union(
  [Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100, examples: [example.inputSchema] }), Type.Null()],
  {
    description:
      'JSON Schema of its arguments: an object. Null if it takes none, or if its kind has its own schema. 32 KiB at most.',
    examples: [example.inputSchema],
  },
);
const Settings = values('Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.', {});
const auths = ['none', 'workspace', 'end_user'] as const;
const Auth = wordField(
  auths,
  'On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of the tool) or ' +
    '`end_user` (with the account of the end user of the conversation; for `mcp`, and `http` with `oauth`).',
);
const seconds = (description: string, bounds: { minimum: number; maximum: number; default: number }) => {
  const { default: usual, ...range } = bounds;
  return Type.Integer({ ...range, description, examples: [usual] });
};
const TimeoutMs = seconds(
  'Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.',
  toolTimes.timeoutMs,
);
const ApprovalSeconds = seconds(
  'Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless set at creation.',
  toolTimes.approvalSeconds,
);
const Idempotent = Type.Boolean({
  description:
    'True if a call may run twice with the effect of one: then it is retried after a crash. False unless set at ' +
    'creation; true for an `http` tool with the method `GET`.',
  examples: [false],
});
const Approvers = Type.Array(Type.String({ minLength: 1, maxLength: maxCharacters.id }), {
  maxItems: maxApprovers,
  uniqueItems: true,
  description:
    'Identifiers of the members who are asked for approval, up to 50; empty for all who may decide. Empty unless set.',
  examples: [[]],
});
const TypeName = wordField(toolTypes, 'Kind of the tool; `GET /api/tool-types` describes each.');

/** The value of a secret. */
const Secret = Type.String({ minLength: 1, maxLength: 8_000, examples: ['example-secret-not-real'] });
const secretNames = 'Names have an upper-case letter, then up to 63 upper-case letters, digits and `_`; max 20.';

const fields = {
  _id: Type.String({ description: 'Tool identifier.', examples: [ids.tool] }),
  workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
  type: TypeName,
  name: Name,
  description: Description,
  inputSchema: InputSchema,
  settings: Settings,
  secretNames: Type.Array(Type.String(), {
    description: 'Names of its secrets, sorted. Their values are never returned.',
    examples: [['API_KEY']],
  }),
  auth: Auth,
  timeoutMs: TimeoutMs,
  idempotent: Idempotent,
  approvers: Approvers,
  approvalSeconds: ApprovalSeconds,
  createdAt: timeField('Time of creation'),
  updatedAt: timeField('Time of the last change', times.updated),
};

/** A tool as the API returns it: never its secrets. */
export const Tool = Type.Object(fields, { title: 'Tool' });
export type Tool = Static<typeof Tool>;

const common = {
  auth: Type.Optional(Auth),
  timeoutMs: Type.Optional(TimeoutMs),
  idempotent: Type.Optional(Idempotent),
  approvers: Type.Optional(Approvers),
  approvalSeconds: Type.Optional(ApprovalSeconds),
};

/** The body that creates a tool. */
export const ToolDraft = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of its workspace; may be absent if you reach a single one.',
        examples: [ids.workspace],
      }),
    ),
    type: TypeName,
    name: Name,
    description: Description,
    inputSchema: Type.Optional(InputSchema),
    settings: Type.Optional(Settings),
    secrets: Type.Optional(
      Type.Record(Type.String(), Secret, {
        maxProperties: maxSecrets,
        description: `Its secrets by their names, which settings refer to. ${secretNames} Values have up to 8,000 characters, and are never returned.`,
        examples: [{}],
      }),
    ),
    ...common,
  },
  { additionalProperties: false, title: 'ToolDraft', 'x-shown': ['type', 'name', 'description', 'inputSchema'] },
);
export type ToolDraft = Static<typeof ToolDraft>;

/** Fields that the service owns: accepted in an update if they equal the stored value, so that a read can be echoed. */
export const readOnlyFields = ['_id', 'workspace', 'type', 'secretNames', 'createdAt', 'updatedAt'] as const;

/** The body that updates a tool; absent fields stay unchanged. */
export const ToolChanges = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    inputSchema: Type.Optional(InputSchema),
    settings: Type.Optional(Settings),
    secrets: Type.Optional(
      Type.Record(Type.String(), mostlyNull(Secret, 'Value of the secret; null deletes it.'), {
        maxProperties: 2 * maxSecrets,
        description: `Secrets to set or, if null, to delete, by their names; others stay. ${secretNames}`,
        examples: [{}],
      }),
    ),
    ...common,
    _id: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.tool] })),
    workspace: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.workspace] })),
    type: Type.Optional(Type.String({ description: 'Read-only.', examples: [toolTypes[0]] })),
    secretNames: Type.Optional(
      Type.Array(Type.String(), { maxItems: maxSecrets, description: 'Read-only.', examples: [[]] }),
    ),
    createdAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.created] })),
    updatedAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.updated] })),
  },
  { additionalProperties: false, title: 'ToolChanges', 'x-shown': ['description'] },
);
export type ToolChanges = Static<typeof ToolChanges>;

/** The path of one tool. */
export const ToolPath = Type.Object({ id: Type.String({ description: 'Tool identifier.', examples: [ids.tool] }) });

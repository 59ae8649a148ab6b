import { Type } from 'typebox';
import { mostlyNull } from '../../../schemas/fields.ts';

/** Max characters of the fields of a connection. */
const most = { name: 1_000, token: 4_000 } as const;

const rootExample = '1f0e2d3c4b5a69788796a5b4c3d2e1f0';

const text = (example: string) => Type.String({ examples: [example] });

/** The connection of a source as the API returns it: without its credentials. */
export const SourceConnection = Type.Object(
  {
    branch: mostlyNull(text('main'), 'Branch or tag of a repository; null for its default branch.'),
    folder: mostlyNull(text('docs'), 'Folder of a repository, or prefix in a bucket; null for all.'),
    bucket: mostlyNull(text('handbook'), 'Name of a bucket; else null.'),
    region: mostlyNull(text('eu-central-1'), 'Region of a bucket; null for us-east-1.'),
    accessKeyId: mostlyNull(text('AKIAIOSFODNN7EXAMPLE'), 'Identifier of the access key of a bucket; else null.'),
    root: Type.Optional(
      mostlyNull(text(rootExample), 'Page or database of Notion, with all below it; null for all that are shared.'),
    ),
    hasCredentials: Type.Boolean({
      description: 'True if a token or a secret access key is stored. It is never returned.',
      examples: [true],
    }),
  },
  { title: 'KnowledgeSourceConnection' },
);

const setting = (description: string, example: string, maxLength: number = most.name) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]*$' }), Type.Null()], {
      description,
      examples: [example],
      'x-message': `must be null, or 1 to ${maxLength} characters without line breaks`,
    }),
  );

/** An ID, or an address with one: as `idOf` of the connector reads it. */
const rootPattern = '^\\S{0,1000}[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}([?#]\\S*)?$';

const Root = Type.Union([Type.String({ maxLength: most.name, pattern: rootPattern }), Type.Null()], {
  description:
    'Page or database of Notion that is read with all below it, by its link or ID; null for all that are shared with ' +
    'the integration.',
  examples: [rootExample],
  'x-message': 'must be null, or the link or ID of a page or database of Notion',
});

/** The connection of a draft or a change; absent fields stay, and null clears one. */
export const ConnectionDraft = Type.Object(
  {
    branch: setting('Branch or tag of a repository; null for its default branch.', 'main'),
    folder: setting('Folder of a repository, or prefix in a bucket; null for all.', 'docs'),
    bucket: setting('Name of the bucket. Required for `s3`.', 'handbook', 255),
    region: setting('Region of the bucket; `us-east-1` by default.', 'eu-central-1', 100),
    accessKeyId: setting('Identifier of the access key of the bucket; null for a public one.', 'AKIAIOSFODNN7EXAMPLE'),
    secretAccessKey: setting(
      'Secret access key of the bucket. It is encrypted, and never returned.',
      'wJalrXUtnFEMI',
      most.token,
    ),
    root: Type.Optional(Root),
    token: setting(
      'Access token of the repository, or of the integration of Notion. It is encrypted, and never returned.',
      'ghp_16C7e42F292c69C2',
      most.token,
    ),
  },
  {
    additionalProperties: false,
    title: 'KnowledgeSourceConnectionDraft',
    description: 'Settings of a source of type `git`, `s3` or `notion`.',
    'x-shown': ['branch', 'folder'],
  },
);

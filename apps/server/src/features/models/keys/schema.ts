import { type Static, Type } from 'typebox';
import { mostlyNull, orNull, textLike, timeOrNull } from '../../../schemas/fields.ts';
import { ModelFailure } from '../failure-schema.ts';

/** Which provider a request names. */
export const ProviderParams = Type.Object({
  provider: Type.String({ description: 'Name of the provider.', examples: ['openai'] }),
});

type Source = 'none' | 'environment' | 'stored';
const sources = ['none', 'environment', 'stored'] satisfies Source[];

type Kind = 'openai' | 'anthropic' | 'compatible';
const kinds = ['openai', 'anthropic', 'compatible'] satisfies Kind[];

/** A provider, and where its key comes from. */
export const ModelProvider = Type.Object(
  {
    name: Type.String({ description: 'Name of the provider.', examples: ['openai'] }),
    kind: Type.Unsafe<Kind>(
      Type.String({ enum: kinds, description: 'Its API: that of a vendor, or one compatible with OpenAI’s.' }),
    ),
    usable: Type.Boolean({ description: 'True if the provider can be used on this instance.', examples: [true] }),
    reason: mostlyNull(textLike('It has no API key (OPENAI_API_KEY).'), 'Why it can’t be used; null if it can.'),
    source: Type.Unsafe<Source>(
      Type.String({
        enum: sources,
        description: 'Source of its key. The environment wins over a stored one.',
        examples: ['stored'],
      }),
    ),
    setting: Type.String({
      description: 'Name of the environment variable with its key.',
      examples: ['OPENAI_API_KEY'],
    }),
    address: mostlyNull(
      textLike('https://gateway.example.com/v1'),
      'Its base URL, if the operator has set one; the key is sent there. Null for the vendor’s own.',
    ),
    lastFour: orNull(Type.String({ examples: ['wxyz'] }), 'Last four characters of the stored key, if it is long.'),
    setAt: timeOrNull('Time at which the key was stored', 'null if none is'),
  },
  { title: 'ModelProvider' },
);
export type ModelProvider = Static<typeof ModelProvider>;

/** All providers of the instance. */
export const ModelProviders = Type.Object(
  { items: Type.Array(ModelProvider, { description: 'The vendors that are built in, then those of the operator.' }) },
  { title: 'ModelProviders' },
);

/** A key as it is sent: what a header can have. */
const Key = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'The provider’s API key: visible ASCII characters without spaces. It is never returned.',
  examples: ['sk-not-a-real-key'],
  writeOnly: true,
});

/** The body that stores a key. */
export const ProviderKeyBody = Type.Object({ apiKey: Key }, { additionalProperties: false, title: 'ModelProviderKey' });
export type ProviderKeyBody = Static<typeof ProviderKeyBody>;

/** The body that tests a key: another one, or by default the one in use. */
export const ProviderTestBody = Type.Object(
  { apiKey: Type.Optional({ ...Key, description: 'A key to test before it is stored; absent for the one in use.' }) },
  { additionalProperties: false, title: 'ModelProviderTestParams' },
);
export type ProviderTestBody = Static<typeof ProviderTestBody>;

/** Result of a key's test at its provider. */
export const ProviderTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'True if the provider accepts the key.', examples: [true] }),
    models: orNull(
      Type.Integer({ minimum: 0, examples: [37] }),
      'Number of models for conversations that it lists; null unless `ok`.',
    ),
    failure: mostlyNull(ModelFailure, 'Why not; null if `ok`.'),
  },
  { title: 'ModelProviderTest' },
);
export type ProviderTest = Static<typeof ProviderTest>;

import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';

/** The limits of a form, and of what a visitor writes in it; all in characters, except numbers of items. */
const bounds = {
  fields: 10,
  key: 40,
  label: 80,
  description: 200,
  options: 20,
  intro: 300,
  consent: 300,
  url: 500,
} as const;

const fieldTypes = ['text', 'email', 'phone', 'select', 'checkbox', 'textarea'] as const;

/** Max characters of the answer to a field, by its type; a checkbox is true or false. */
const answerCharacters = { text: 200, email: 254, phone: 40, select: bounds.label, textarea: 1_000 } as const;

const Field = Type.Object(
  {
    key: Type.String({
      pattern: `^[a-zA-Z][a-zA-Z0-9_]{0,${bounds.key - 1}}$`,
      description: 'Name of the answer: up to 40 letters, digits and underscores, unique in the form.',
      examples: ['email'],
      'x-message': 'must have 1 to 40 letters, digits and underscores, and begin with a letter',
    }),
    label: Type.String({
      ...{ minLength: 1, maxLength: bounds.label },
      description: 'Label of the field: 1 to 80 characters.',
      examples: ['Email'],
    }),
    type: Type.Unsafe<(typeof fieldTypes)[number]>(
      Type.String({ enum: [...fieldTypes], description: 'Kind of the field.', examples: ['email'] }),
    ),
    required: Type.Boolean({
      default: false,
      description: 'True if a visitor must fill it in; of a checkbox, must tick it.',
      examples: [true],
    }),
    description: Type.String({
      ...{ maxLength: bounds.description, default: '' },
      description: 'Text below the field: up to 200 characters. Empty for none.',
      examples: ['We reply to this address.'],
    }),
    options: Type.Array(Type.String({ minLength: 1, maxLength: bounds.label }), {
      ...{ maxItems: bounds.options, uniqueItems: true, default: [] },
      description: 'The choices of a `select`: 1 to 20, each up to 80 characters. Empty for other kinds.',
      examples: [[]],
    }),
  },
  { additionalProperties: false },
);

const whens = ['off', 'before', 'after_first'] as const;

/** The form that visitors fill in. */
export const VisitorForm = Type.Object(
  {
    when: Type.Unsafe<(typeof whens)[number]>(
      Type.String({
        ...{ enum: [...whens], default: 'off' },
        description: '`before` asks before the first message, `after_first` after the first reply; `off` never asks.',
        examples: ['off'],
      }),
    ),
    intro: Type.String({
      ...{ maxLength: bounds.intro, default: '' },
      description: 'Text above the fields: up to 300 characters. Empty for none.',
      examples: ['Tell us who you are, so that we can get back to you.'],
    }),
    fields: Type.Array(Field, {
      ...{ maxItems: bounds.fields, default: [] },
      description: 'The fields in order: max 10.',
      examples: [[{ key: 'email', label: 'Email', type: 'email', required: true, description: '', options: [] }]],
    }),
    consent: Type.Object(
      {
        text: Type.String({
          ...{ maxLength: bounds.consent, default: '' },
          description: 'Text above the button: up to 300 characters. Empty for none.',
          examples: ['By sending this you agree to our privacy policy.'],
        }),
        url: Type.String({
          ...{ maxLength: bounds.url, default: '', pattern: '^(?:https?://[^\\s"<>]+)?$' },
          description: 'Page that the text links to: `https://` or `http://`. Empty for none.',
          examples: ['https://example.com/privacy'],
          'x-message': 'must be a URL that begins with https:// or http://, or empty',
        }),
      },
      {
        ...{ additionalProperties: false, default: {} },
        description: 'Text that a visitor agrees to. For a box to tick, add a required checkbox.',
      },
    ),
  },
  {
    ...{ additionalProperties: false, default: {}, title: 'Form' },
    description: 'Form that asks visitors for their name, address or anything else.',
    examples: [{ when: 'off', intro: '', fields: [], consent: { text: '', url: '' } }],
  },
);
export type VisitorForm = Static<typeof VisitorForm>;
type Field = Static<typeof Field>;

/** The form of a channel that has none. */
export const noForm: VisitorForm = { when: 'off', intro: '', fields: [], consent: { text: '', url: '' } };

/** The answers of a visitor, by the keys of the fields. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** Returns what the schema can't check: keys that repeat, a `select` without choices, and choices of other kinds. */
export function formProblems({ when, fields }: VisitorForm): readonly ErrorDetail[] {
  const keys = fields.map(({ key }) => key);
  const ofFields = fields.flatMap(({ key, type, options }, index): ErrorDetail[] => {
    const path = `settings.form.fields.${index}`;
    if (keys.indexOf(key) !== index) return [{ path: `${path}.key`, message: 'must be unique in the form' }];
    if (type === 'select' && options.length === 0) return [{ path: `${path}.options`, message: 'must not be empty' }];
    if (type !== 'select' && options.length > 0)
      return [{ path: `${path}.options`, message: 'must be empty unless the type is select' }];
    return [];
  });
  if (when === 'off' || fields.length > 0) return ofFields;
  return [{ path: 'settings.form.fields', message: 'must not be empty unless when is off' }];
}

/**
 * Checks the answers of a visitor: each belongs to a field, and each required field has one. Returns them trimmed, in
 * the order of the fields, without those that are empty, and the problems at `path`.
 */
export function readAnswers(
  { fields }: VisitorForm,
  given: Readonly<Record<string, unknown>>,
  path: string,
): { readonly answers: Answers; readonly problems: readonly ErrorDetail[] } {
  const known = new Set(fields.map(({ key }) => key));
  const problems: ErrorDetail[] = Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => ({ path: `${path}.${key}`, message: 'is not a field of the form' }));
  const answers = fields.flatMap((field): [string, string | boolean][] => {
    const raw = Object.hasOwn(given, field.key) ? given[field.key] : undefined;
    const value = typeof raw === 'string' ? raw.trim() : raw;
    const isEmpty = value === undefined || value === '' || value === false;
    const problem = isEmpty ? missing(field) : wrong(field, value);
    if (problem !== undefined) problems.push({ path: `${path}.${field.key}`, message: problem });
    return isEmpty || (typeof value !== 'string' && typeof value !== 'boolean') ? [] : [[field.key, value]];
  });
  return { answers: Object.fromEntries(answers), problems };
}

/** Returns those answers of an earlier conversation that the form still takes. */
export function keptAnswers(form: VisitorForm, earlier: Answers): Answers {
  const known = form.fields.filter((field) => {
    const value = Object.hasOwn(earlier, field.key) ? earlier[field.key] : undefined;
    return value !== undefined && wrong(field, value) === undefined;
  });
  return Object.fromEntries(known.map(({ key }) => [key, earlier[key] ?? '']));
}

function missing({ type, required }: Field): string | undefined {
  if (!required) return undefined;
  return type === 'checkbox' ? 'must be ticked' : 'must not be empty';
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const phoneShape = /^\+?[\d\s()./-]{3,}$/;

function wrong({ type, options }: Field, value: unknown): string | undefined {
  if (type === 'checkbox') return value === true ? undefined : 'must be true or false';
  if (typeof value !== 'string') return 'must be a text';
  const most = answerCharacters[type];
  if (value.length > most) return `must have at most ${most.toLocaleString('en-US')} characters`;
  if (type === 'email' && !emailShape.test(value)) return 'must be an email address';
  if (type === 'phone' && !phoneShape.test(value)) return 'must be a phone number';
  if (type === 'select' && !options.includes(value)) return 'must be one of the choices';
  return undefined;
}

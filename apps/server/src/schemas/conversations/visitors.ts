import { type Static, Type } from 'typebox';
import { exampleTimes as times } from '../examples.ts';
import { mostlyNull, orNull, textLike, timeField } from '../fields.ts';

/** The limits of what a visitor or the page tells; characters, except numbers of items. */
const bounds = { url: 2_000, title: 300, language: 35, attributes: 20, name: 40, value: 200, answers: 10 } as const;

const examples = {
  url: 'https://example.com/products/42',
  title: 'Blue kettle',
  referrer: 'https://www.example.org/',
  form: { email: 'ada@example.com' },
  attributes: { plan: 'pro', cartValue: 79.5 },
} as const;

const devices = ['desktop', 'tablet', 'phone'] as const;

/** The answers to the form of a channel, in a request. */
export const FormAnswers = Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 1_000 }), Type.Boolean()]), {
  maxProperties: bounds.answers,
  description:
    'Answers to the form of the channel, by the keys of its fields: texts, and true or false for checkboxes. Only ' +
    'from a visitor.',
  examples: [examples.form],
});

const Attributes = Type.Record(
  Type.String({ pattern: `^[a-zA-Z][a-zA-Z0-9_.-]{0,${bounds.name - 1}}$` }),
  Type.Union([Type.String({ maxLength: bounds.value }), Type.Number(), Type.Boolean()]),
  {
    ...{ additionalProperties: false, maxProperties: bounds.attributes },
    description: 'Whatever else the page knows: max 20 values, texts up to 200 characters.',
    examples: [examples.attributes],
  },
);

const device = Type.Unsafe<(typeof devices)[number]>(
  Type.String({ enum: [...devices], description: 'The device of the visitor.', examples: ['desktop'] }),
);

/** The page around the chat, in a request. */
export const PageContext = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: bounds.url },
        description: 'URL of the page: http or https. Its user, password and fragment are not stored.',
        examples: [examples.url],
      }),
    ),
    title: Type.Optional(
      Type.String({
        maxLength: bounds.title,
        description: 'Title of the page: up to 300 characters.',
        examples: [examples.title],
      }),
    ),
    referrer: Type.Optional(
      Type.String({
        maxLength: bounds.url,
        description: 'URL of the page that linked to it; like `url`. Empty for none.',
        examples: [examples.referrer],
      }),
    ),
    language: Type.Optional(
      Type.String({
        ...{ maxLength: bounds.language, pattern: '^[A-Za-z0-9_-]+$' },
        description: 'Language of the browser, such as `en-GB`.',
        examples: ['en-GB'],
        'x-message': 'must be a language such as en-GB',
      }),
    ),
    device: Type.Optional(device),
    attributes: Type.Optional(Attributes),
  },
  {
    ...{ additionalProperties: false, title: 'PageContext' },
    description:
      'The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out keep ' +
      'their values. Only from a visitor.',
    'x-shown': ['url', 'title'],
  },
);
export type PageContext = Static<typeof PageContext>;

/** The path, and the body, that fills in the form. */
export const FormSubmission = Type.Object(
  { form: FormAnswers },
  { additionalProperties: false, title: 'FormSubmission' },
);

const Page = Type.Object({
  url: Type.String({ description: 'URL of the page.', examples: [examples.url] }),
  title: Type.String({ description: 'Title of the page; may be empty.', examples: [examples.title] }),
  referrer: orNull(textLike(examples.referrer), 'URL of the page that linked to it; null without one.'),
  at: timeField('Time at which the visitor wrote there', times.created),
});

/** Data about the visitor of a conversation. */
export const VisitorInfo = Type.Object(
  {
    form: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()]), {
      description: 'Answers to the form of the channel, by the keys of its fields; may be empty.',
      examples: [examples.form],
    }),
    context: mostlyNull(
      Type.Object({
        page: mostlyNull(Page, 'The page where the visitor wrote last; null if it is unknown.'),
        firstPage: mostlyNull(Page, 'The page where the conversation began; null if it is unknown.'),
        language: orNull(textLike('en-GB'), 'Language of the browser; null if it is unknown.'),
        device: orNull(device, 'The device of the visitor; null if it is unknown.'),
        attributes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
          description: 'Whatever else the page told; empty if it told nothing.',
          examples: [examples.attributes],
        }),
      }),
      'Context of the page around the chat; null if it is unknown. Nothing of it is verified.',
    ),
  },
  { examples: [{ form: examples.form, context: null }] },
);
export type VisitorInfo = Static<typeof VisitorInfo>;
/** Context of the page around the chat, as it is stored and shown. */
export type StoredContext = NonNullable<VisitorInfo['context']>;

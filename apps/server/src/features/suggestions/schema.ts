import { type Static, type TSchema, Type } from 'typebox';
import { MessageError } from '../../replies/message-error.ts';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { Citation } from '../../schemas/message-parts.ts';

const kinds = ['reply', 'summary', 'translation'] as const;

const Kind = Type.Unsafe<(typeof kinds)[number]>(
  Type.String({
    enum: [...kinds],
    description:
      '`reply`: a draft of the answer to the last message of the user. `summary`: what a colleague needs to know of the ' +
      'conversation. `translation`: the text of one message in another language.',
    examples: ['reply'],
  }),
);

/** A wish for a text. */
export const SuggestionDraft = Type.Object(
  {
    kind: Type.Optional(Kind),
    instructions: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Wishes for a reply or a summary; up to 1,000 characters.',
        examples: ['Offer a refund. Two sentences.'],
      }),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of the message to translate; only for a translation, which needs it.',
        examples: [ids.message],
      }),
    ),
    language: Type.Optional(
      Type.String({
        ...{ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' },
        'x-message': 'must be a language tag such as de or pt-BR',
        description:
          'BCP 47 tag of the language to write. A translation needs it; otherwise the language of the conversation.',
        examples: ['de'],
      }),
    ),
    stream: Type.Optional(
      Type.Boolean({ description: 'True for server-sent events; the default follows `Accept`.', examples: [false] }),
    ),
  },
  { additionalProperties: false, title: 'SuggestionDraft', 'x-shown': ['kind'] },
);
export type SuggestionDraft = Static<typeof SuggestionDraft>;

/** A text for one person at the desk alone. */
export const Suggestion = Type.Object(
  {
    kind: Kind,
    text: Type.String({ description: 'The text.', examples: ['It is on its way, and arrives on Friday.'] }),
    citations: Type.Array(Citation, { description: 'The passages that a reply quotes; otherwise empty.' }),
    agent: Type.String({ description: 'Identifier of the agent whose model wrote it.', examples: [ids.agent] }),
    model: Type.String({ description: 'The model that wrote it.', examples: ['openai/gpt-4o-mini'] }),
    usage: Type.Object(
      {
        inputTokens: Type.Integer({ minimum: 0, description: 'Number of tokens in the prompts.', examples: [840] }),
        outputTokens: Type.Integer({ minimum: 0, description: 'Number of tokens in the text.', examples: [52] }),
      },
      { description: 'Its cost. Of providers that report none, it is estimated.' },
    ),
  },
  { title: 'Suggestion' },
);
export type Suggestion = Static<typeof Suggestion>;

const event = <const Name extends string, Data extends TSchema>(
  title: string,
  name: Name,
  { data, description }: { readonly data: Data; readonly description: string },
) => Type.Object({ event: Type.Literal(name, { description: 'Name of the event.' }), data }, { title, description });

/** The events of the stream of a suggestion. They have no IDs, since such a stream can't be resumed. */
export const SuggestionEvents = Type.Union(
  [
    event('SuggestionDeltaEvent', 'suggestion.delta', {
      description: 'More text: append it.',
      data: Type.Object({
        text: Type.String({ description: 'The text to append.', examples: ['It is on its way'] }),
      }),
    }),
    event('SuggestionCompletedEvent', 'suggestion.completed', {
      description: 'The text is complete.',
      data: Type.Object({ suggestion: Suggestion }),
    }),
    event('SuggestionFailedEvent', 'suggestion.failed', {
      description: 'The model failed, or the server shuts down. Text so far stays as it is.',
      data: Type.Object({
        error: Type.String({
          description: 'One sentence that says what is wrong.',
          examples: ['The model’s provider is not available.'],
        }),
        code: Type.String({
          description: '`interrupted`, or an error code of `Failure`.',
          examples: ['provider_error'],
        }),
        reason: MessageError.properties.reason,
      }),
    }),
  ],
  {
    title: 'SuggestionStreamEvent',
    description:
      'One server-sent event of a suggestion: the lines `event` and `data`. The last one is `suggestion.completed` or ' +
      '`suggestion.failed`. Ignore events that you don’t know.',
  },
);

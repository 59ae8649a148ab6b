import { type Static, Type } from 'typebox';

/** The question after a conversation was closed. */
export const WebSatisfaction = Type.Object(
  {
    asked: Type.Boolean({
      ...{ default: false, title: 'Asked' },
      description: 'True if visitors are asked how satisfied they are once their conversation was closed.',
      examples: [true],
    }),
    question: Type.String({
      ...{ maxLength: 200, default: '', title: 'Question' },
      description: 'The question: up to 200 characters. Empty for that of the chat, in the language of the visitor.',
      examples: ['How happy are you with our help?'],
    }),
  },
  {
    ...{ additionalProperties: false, default: {}, title: 'Question after closing' },
    description: 'One question after a conversation was closed: 1 to 5, with an optional comment.',
    examples: [{ asked: true, question: '' }],
  },
);
export type WebSatisfaction = Static<typeof WebSatisfaction>;

/** The question after a conversation of a messenger was closed. */
export const MessengerSatisfaction = Type.Object(
  {
    asked: Type.Boolean({
      ...{ default: false, title: 'Asked' },
      description: 'True if users are asked how satisfied they are once their conversation was closed.',
      examples: [true],
    }),
    question: Type.String({
      ...{ maxLength: 200, default: '', title: 'Question' },
      description: 'The question: up to 200 characters. Empty for the usual one, in the language of the conversation.',
      examples: ['How happy are you with our help?'],
    }),
  },
  {
    ...{ additionalProperties: false, default: {}, title: 'Question after closing' },
    description: 'One message after a conversation was closed; users answer with a number from 1 to 5.',
    examples: [{ asked: true, question: '' }],
  },
);

/** A chat that asks nothing. */
export const noSatisfaction: WebSatisfaction = { asked: false, question: '' };

/** Reads the question from the settings of a channel as they are stored, which may be older than the field. */
export function satisfactionOf(settings: object): WebSatisfaction {
  const { satisfaction } = settings as { readonly satisfaction?: Partial<WebSatisfaction> };
  return { ...noSatisfaction, ...satisfaction };
}

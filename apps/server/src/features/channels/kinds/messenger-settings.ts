import { type TString, Type } from 'typebox';

/** The setting of what a user gets if a reply fails. */
export const apologyField = (usual: string): TString =>
  Type.String({
    ...{ maxLength: 500, default: usual, title: 'Apology' },
    description: 'What the user gets if a reply fails: up to 500 characters. Empty: nothing.',
    examples: [usual],
  });

/** What a user of a messenger gets if a reply fails, after which the conversation waits for a person. */
export const waitingApology = apologyField('Sorry, I can’t answer right now. A person will get back to you.');

/** A required secret of the platform, such as the token of a bot. It is never shown again. */
export const secretField = (title: string, description: string, pattern?: string): TString =>
  Type.String({
    ...{ minLength: 1, maxLength: 500, title, description, writeOnly: true },
    ...(pattern !== undefined && { pattern }),
  });

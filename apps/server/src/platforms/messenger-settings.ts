import { type TString, type TUnsafe, Type } from 'typebox';

/** The setting of what a user gets if a reply fails. */
export const apologyField = (usual: string): TString =>
  Type.String({
    ...{ maxLength: 500, default: usual, title: 'Apology' },
    description: 'Text for the user if a reply fails: up to 500 characters. Empty: no text.',
    examples: [usual],
  });

/** Apology for a user of a messenger if a reply fails; afterwards the conversation waits for a person. */
export const waitingApology = apologyField('Sorry, I can’t answer right now. A person will get back to you.');

/** The usual text for a user while a person of the team must confirm something. */
export const usualConfirmation = 'A colleague has to confirm this first. You’ll get the answer here.';

/** Text for a user while a call of a tool waits for the approval of a person. */
export const confirmationField: TString = Type.String({
  ...{ maxLength: 500, default: usualConfirmation, title: 'While a person must confirm' },
  description:
    'Text for the user while a person must approve what the agent does: up to 500 characters. Empty: no text.',
  examples: [usualConfirmation],
});

/** A text that is never shown again; its type makes a kind say where it goes. */
interface TSecret extends TString {
  readonly writeOnly: true;
}

/** A required secret of the platform, such as the token of a bot. It is never shown again. */
export const secretField = (title: string, description: string, pattern?: string): TSecret => {
  const about = { minLength: 1, maxLength: 500, title, description, writeOnly: true } as const;
  return { ...Type.String({ ...about, ...(pattern !== undefined && { pattern }) }), writeOnly: true };
};

/** Answer to a message without text, such as a sticker or a voice message. */
export const unreadableField: TString = Type.String({
  ...{
    minLength: 1,
    maxLength: 500,
    default: 'Sorry, I can only read text messages.',
    title: 'Answer to what is no text',
  },
  description: 'Text for the sender of a sticker, a photo or a voice message, once a day: up to 500 characters.',
  examples: ['Sorry, I can only read text messages.'],
});

/** Setting that decides if an agent answers in groups. */
export const groupsField: TUnsafe<'mentions' | 'off'> = Type.Unsafe<'mentions' | 'off'>(
  Type.String({
    ...{ enum: ['mentions', 'off'], default: 'mentions', title: 'In groups' },
    description:
      'When the agent answers in groups: `mentions` if it is mentioned, replied to or given a command; `off` never.',
    examples: ['mentions'],
  }),
);

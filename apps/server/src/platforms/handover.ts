import { type Static, type TProperties, Type } from 'typebox';
import type { ErrorDetail } from '../errors.ts';
import { noSuchTeam } from '../schemas/team.ts';
import { hasWord, isPhrase } from '../text/phrases.ts';

const team = Type.Union([Type.String({ pattern: '^team_[0-9a-z]{26}$', 'x-message': noSuchTeam }), Type.Null()], {
  ...{ default: null, title: 'Team' },
  description: 'Identifier of the team that is responsible if a visitor asks for a person; null for none.',
  examples: ['team_01kg9vq40efm2s7x9r1c3k5z8w'],
});

const awayText = Type.String({
  ...{ maxLength: 300, default: '', title: 'Outside working hours' },
  description:
    'Text for visitors who wait outside the working hours: up to 300 characters. Empty for the time of the next opening.',
  examples: ['Our office is closed. We answer on the next working day.'],
});

const about = {
  ...{ additionalProperties: false, default: {}, title: 'Talk to a person' },
  description: 'The setting that lets visitors ask for a person, and names the team for them.',
} as const;

const handover = <Properties extends TProperties>(properties: Properties, examples: readonly unknown[]) =>
  Type.Object({ ...properties, team, awayText }, { ...about, examples });

/** True if the chat on the web offers its visitors a person. */
export const WebHandover = handover(
  {
    offered: Type.Boolean({
      ...{ default: false, title: 'Offered' },
      description: 'True if visitors can hand the conversation over to people themselves.',
      examples: [true],
    }),
  },
  [{ offered: true }],
);
export type WebHandover = Static<typeof WebHandover>;

/** The usual words by which a user of a messenger asks for a person, in the languages of the chat. */
const usualWords = [
  ...['person', 'human', 'talk to a person', 'Mensch', 'Mitarbeiter', 'persona', 'humano', 'personne', 'humain'],
  ...['pessoa', 'atendente', 'operatore', 'человек', 'оператор', 'insan', '人工', '担当者', 'موظف', 'व्यक्ति', 'মানুষ'],
];

/** The command that asks for a person, whatever the words are. */
const command = '/person';

/** True if a messenger lets its users ask for a person, and by which messages. */
export const MessengerHandover = handover(
  {
    offered: Type.Boolean({
      ...{ default: false, title: 'Offered' },
      description: 'True if users can hand the conversation over to people with a word, or with `/person`.',
      examples: [true],
    }),
    words: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      ...{ maxItems: 20, uniqueItems: true, default: usualWords, title: 'Words' },
      description:
        'Words or short phrases by which a user asks for a person: at most 20, each up to 50 characters. A message ' +
        'is one if it has nothing else; case, accents and punctuation don’t count.',
      examples: [['person', 'Mensch']],
    }),
  },
  [{ offered: true, words: ['person', 'Mensch'] }],
);
type MessengerHandover = Static<typeof MessengerHandover>;

/** A chat that offers no person. */
export const noHandover: WebHandover = { offered: false, team: null, awayText: '' };

/** The handover of a channel of any kind. */
export interface ChannelHandover {
  /** True if its users can ask for a person. */
  readonly isOffered: boolean;
  readonly team: string | undefined;
  /** Empty for none. */
  readonly awayText: string;
}

/** True if a message is a request for a person, by the settings of a messenger as they are stored. */
export function asksForPerson(settings: object, text: string): boolean {
  const { handover } = settings as { readonly handover?: Partial<MessengerHandover> };
  const { offered = false, words = usualWords } = handover ?? {};
  return offered && (text.trim().toLowerCase() === command || isPhrase(words, text));
}

/** The way in which a user of a channel can ask for a person: a word, or null for a button; undefined without one. */
export function personOffer(settings: object, hasButton: boolean): { readonly word: string | null } | undefined {
  const { handover } = settings as { readonly handover?: Partial<MessengerHandover> };
  if (handover?.offered !== true) return undefined;
  return { word: hasButton ? null : ((handover.words ?? usualWords)[0] ?? command) };
}

/** Finds words of a messenger that no message can be. */
export function handoverProblems(settings: object): readonly ErrorDetail[] {
  const { handover } = settings as { readonly handover?: Partial<MessengerHandover> };
  return (handover?.words ?? []).flatMap((word, index) =>
    hasWord(word) ? [] : [{ path: `settings.handover.words.${index}`, message: 'must have a letter or a digit' }],
  );
}

/** Reads the handover from the settings of a channel as they are stored, which may be older than the field. */
export function handoverOf(settings: object): ChannelHandover {
  const { handover } = settings as { readonly handover?: Partial<WebHandover> };
  const { offered, team, awayText } = { ...noHandover, ...handover };
  return { isOffered: offered, team: team ?? undefined, awayText };
}

/** The team that settings name; undefined without one. */
export const teamIn = (settings: object): string | undefined => handoverOf(settings).team;

/** A handover to people that the user of a messenger asks for. */
export interface AskedHandover {
  /** Text that tells the user what happens and when. */
  readonly text: string;
  /** The team that is responsible; undefined for none. */
  readonly team: string | undefined;
}

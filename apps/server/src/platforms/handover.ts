import { type Static, type TProperties, Type } from 'typebox';

const team = Type.Union(
  [Type.String({ pattern: '^team_[0-9a-z]{26}$', 'x-message': 'is not a team of this workspace' }), Type.Null()],
  {
    ...{ default: null, title: 'Team' },
    description: 'Identifier of the team that is responsible if a visitor asks for a person; null for none.',
    examples: ['team_01kg9vq40efm2s7x9r1c3k5z8w'],
  },
);

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

/** Reads the handover from the settings of a channel as they are stored, which may be older than the field. */
export function handoverOf(settings: object): ChannelHandover {
  const { handover } = settings as { readonly handover?: Partial<WebHandover> };
  const { offered, team, awayText } = { ...noHandover, ...handover };
  return { isOffered: offered, team: team ?? undefined, awayText };
}

/** The team that settings name; undefined without one. */
export const teamIn = (settings: object): string | undefined => handoverOf(settings).team;

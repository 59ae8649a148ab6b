import { type Static, Type } from 'typebox';
import { mostlyNull } from '../../../schemas/fields.ts';

const most = (per: string, usual: number) =>
  mostlyNull(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    `Max messages ${per} and day (UTC): 1 to 1,000,000; null for any number. ${usual.toLocaleString('en-US')} unless set.`,
  );
const limitFields = {
  visitorMessagesPerDay: most('by a visitor', 100),
  messagesPerDay: most('by all visitors of the channel', 2_000),
  addressPercent: Type.Integer({
    minimum: 1,
    maximum: 100,
    examples: [10],
    description:
      'How much of `messagesPerDay` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in ' +
      'percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.',
  }),
  messageLength: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    examples: [4_000],
    description:
      'Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a ' +
      'messenger the model reads the beginning and the end. 4,000 unless set.',
  }),
  historyTokens: mostlyNull(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    'Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; null for as ' +
      'many as fit into its context. 8,000 unless set.',
  ),
  message: mostlyNull(
    Type.String({ maxLength: 500 }),
    'Text for visitors when a limit is reached: up to 500 characters; null for a sentence of the service.',
  ),
};
/** The limits of a channel. */
export const Limits = Type.Object(limitFields, {
  description: 'Limits for visitors, and the text beyond them.',
});
export type ChannelLimits = Static<typeof Limits>;

/** The limits of a new channel. */
const usualLimits: ChannelLimits = {
  ...{ visitorMessagesPerDay: 100, messagesPerDay: 2_000, addressPercent: 10 },
  ...{ messageLength: 4_000, historyTokens: 8_000, message: null },
};

/** Fills the limits that are not given with their defaults. */
export const limitsOf = (given: Partial<ChannelLimits> | undefined): ChannelLimits => ({ ...usualLimits, ...given });

/** The limits of a channel as it is stored. */
export const storedLimits = ({ limits }: { readonly limits: string }): ChannelLimits =>
  limitsOf(JSON.parse(limits) as Partial<ChannelLimits>);

/** The limits that a body sets. */
export const LimitChanges = Type.Partial(Type.Object(limitFields), {
  additionalProperties: false,
  title: 'ChannelLimitChanges',
  description: 'Limits for visitors, and the text beyond them; absent fields stay unchanged.',
  examples: [{ visitorMessagesPerDay: 50 }],
});

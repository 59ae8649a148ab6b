import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, orNull, textLike } from '../../../schemas/fields.ts';

/** The prospects of a visitor of a channel who asks for a person. */
export const ChannelHandover = Type.Object(
  {
    channel: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
    offered: Type.Boolean({
      description: 'True if visitors of the channel can ask for a person.',
      examples: [true],
    }),
    open: Type.Boolean({ description: 'True if it is within the working hours now.', examples: [true] }),
    opensAt: mostlyNull(
      Type.String({ format: 'date-time', examples: [times.later] }),
      'Time of the next opening: ISO 8601 UTC with milliseconds; null while it is open, or if it opens at no time within 400 days.',
    ),
    here: Type.Boolean({
      description:
        'True if a person who may be given the conversation is here: of the team of the channel, if it has one.',
      examples: [true],
    }),
    usuallyWithin: orNull(
      Type.Integer({ examples: [300] }),
      'Seconds within which people usually answer: the median of the last 30 days, rounded up to 5, 15 or 30 minutes ' +
        'or 1, 2, 4, 8 or 24 hours; null if it is longer, or not known yet.',
    ),
    awayText: mostlyNull(
      textLike('Our office is closed. We answer on the next working day.'),
      'Text for those who wait outside the working hours; null for none.',
    ),
    byMail: Type.Boolean({
      description:
        'True if answers can go by mail: then a visitor may leave an address, with `PUT /api/conversations/{id}/answer-address`.',
      examples: [true],
    }),
  },
  { title: 'ChannelHandover' },
);
export type ChannelHandover = Static<typeof ChannelHandover>;

/** The path of the handover of a channel. */
export const HandoverPath = Type.Object({
  id: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
});

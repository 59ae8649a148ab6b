import { Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../examples.ts';
import { mostlyNull, textLike, timeOrNull } from '../fields.ts';
import { maxCharacters } from '../limits.ts';

/** The urgency of a conversation, most urgent first. */
export const priorities = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** A priority. The description is that of the field. */
export const priorityField = (description: string) =>
  Type.Unsafe<Priority>(Type.String({ enum: [...priorities], description, examples: ['normal'] }));

/** The person and team of a conversation, its urgency, and the end of its rest. */
export const assignment = {
  assignee: mostlyNull(
    textLike(ids.user),
    'User identifier of the person who is responsible for it; null if no person is, also after that one has left.',
  ),
  team: mostlyNull(textLike(ids.team), 'Identifier of the team that is responsible for it; null without.'),
  priority: priorityField('Its urgency; `normal` unless set.'),
  snoozedUntil: timeOrNull('Time until which it rests', 'null if it doesn’t', null),
};

const idOrNull = (example: string, description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: maxCharacters.id, examples: [example] }), Type.Null()], {
      description,
    }),
  );

/** The same in the body of a change. */
export const assignmentChanges = {
  assignee: idOrNull(ids.user, 'A member of the workspace who may write in conversations; null for no person.'),
  team: idOrNull(ids.team, 'A team of the workspace; null for none.'),
  priority: Type.Optional(priorityField('Its urgency.')),
  snoozedUntil: Type.Optional(
    Type.Union([Type.String({ format: 'date-time', examples: [times.later] }), Type.Null()], {
      description:
        'Time until which it rests, in the future, at most a year ahead: it is back then, or with the next message ' +
        'of its visitor. Null ends the rest.',
    }),
  ),
};

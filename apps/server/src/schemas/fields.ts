import { type TSchema, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from './examples.ts';

/** A nullable field; the description says when it is null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** A nullable field that usually is null, and so in the examples. */
export const mostlyNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description, examples: [null] });

/** A text with an example, as part of a nullable field. */
export const textLike = (example: string) => Type.String({ examples: [example] });

/** The format of every time in a response. */
export const isoTime = 'ISO 8601 UTC with milliseconds';

/** A time of a response. The description names the event, without a full stop. */
export const timeField = (description: string, example: string = times.created) =>
  Type.String({ format: 'date-time', description: `${description}: ${isoTime}.`, examples: [example] });

/** A nullable time of a response. `unless` says when it is null, without a full stop. */
export const timeOrNull = (description: string, unless: string, example: string | null = times.created) =>
  Type.Union([Type.String({ format: 'date-time', examples: [example ?? times.created] }), Type.Null()], {
    description: `${description}: ${isoTime}; ${unless}.`,
    ...(example === null && { examples: [null] }),
  });

/** The fields of a person in a response. */
export const UserId = Type.String({ description: 'User identifier.', examples: [ids.user] });
export const UserName = Type.String({ description: 'Display name of the user.', examples: ['Ada Lovelace'] });
export const UserEmail = Type.String({
  description: 'Email address of the user, in lower case.',
  examples: ['ada@example.com'],
});
export const UserVerified = Type.Boolean({
  description: 'True if the email address is verified. Otherwise the user can join only the account in which it began.',
  examples: [true],
});

interface NameBounds {
  /** Max characters after trimming. */
  readonly most: number;
  /** Max characters including surrounding white space. */
  readonly maxLength: number;
  readonly description: string;
  readonly example: string;
}

/** A name: measured after trimming, stored as sent (decision 0007). */
export const nameField = ({ most, maxLength, description, example }: NameBounds) =>
  Type.String({
    pattern: `^\\s*\\S(?:[\\s\\S]{0,${most - 2}}\\S)?\\s*$`,
    maxLength,
    description,
    examples: [example],
    'x-message': `must have 1 to ${most} characters after trimming`,
  });

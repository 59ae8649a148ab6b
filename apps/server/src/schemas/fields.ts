import { type TSchema, Type } from 'typebox';

/** A nullable field; the description says when it is null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The format of every time in a response. */
export const isoTime = 'ISO 8601 UTC with milliseconds';

/** A time of a response. The description names the event, without a full stop. */
export const timeField = (description: string) =>
  Type.String({ format: 'date-time', description: `${description}: ${isoTime}.` });

/** A nullable time of a response. `unless` says when it is null, without a full stop. */
export const timeOrNull = (description: string, unless: string) =>
  orNull(Type.String({ format: 'date-time' }), `${description}: ${isoTime}; ${unless}.`);

/** The fields of a person in a response. */
export const UserId = Type.String({ description: 'User identifier.' });
export const UserName = Type.String({ description: 'Display name of the user.' });
export const UserEmail = Type.String({ description: 'Email address of the user, in lower case.' });
export const UserVerified = Type.Boolean({
  description:
    'Whether the email address is verified. Without it, the user can join only the account in which it began.',
});

interface NameBounds {
  /** Max characters after trimming. */
  readonly most: number;
  /** Max characters including surrounding white space. */
  readonly maxLength: number;
  readonly description: string;
}

/** A name: measured after trimming, stored as sent (decision 0007). */
export const nameField = ({ most, maxLength, description }: NameBounds) =>
  Type.String({
    pattern: `^\\s*\\S(?:[\\s\\S]{0,${most - 2}}\\S)?\\s*$`,
    maxLength,
    description,
    'x-message': `must have 1 to ${most} characters after trimming`,
  });

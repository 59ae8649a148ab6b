import { type TSchema, Type } from 'typebox';

/** A nullable field. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

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

import { type TSchema, Type } from 'typebox';

/** A field that is null where there is nothing to say. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

interface NameBounds {
  /** The most characters between the first and the last that is no white space. */
  readonly most: number;
  /** The most characters with the white space around them. */
  readonly maxLength: number;
  readonly description: string;
}

/** A name: measured after trimming, and kept as sent (decision 0007). */
export const nameField = ({ most, maxLength, description }: NameBounds) =>
  Type.String({
    pattern: `^\\s*\\S(?:[\\s\\S]{0,${most - 2}}\\S)?\\s*$`,
    maxLength,
    description,
    'x-message': `must have 1 to ${most} characters after trimming`,
  });

import { type TSchema, Type } from 'typebox';

const demanded = 'The answer that the platform of the channel demands.';

/** The content of an answer that may be in a platform's own words. */
export const platformContent = (schema: TSchema, example: unknown): Record<string, unknown> => ({
  'application/json': {
    schema: Type.Union([schema, Type.Object({}, { additionalProperties: true, description: demanded })]),
    example,
  },
  'text/plain': { schema: Type.String({ description: demanded }), example: '1158201444' },
});

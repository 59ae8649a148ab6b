import { type Static, Type } from 'typebox';
import { type FailureReason, failureReasons, quoteOf } from '../../models/failure.ts';
import { adviceOf } from '../../models/failure-advice.ts';
import type { ModelError } from '../../models/model.ts';
import { mostlyNull, textLike } from '../../schemas/fields.ts';

/** Why a provider did not answer as it should. */
export const ModelFailure = Type.Object(
  {
    reason: Type.Unsafe<FailureReason>(
      Type.String({ enum: failureReasons, description: 'The kind of failure.', examples: ['authentication'] }),
    ),
    message: Type.String({
      description: 'One sentence that says what is wrong; its wording may change.',
      examples: ['Its provider refused the API key (status 401).'],
    }),
    hint: mostlyNull(textLike('Check the provider’s API key.'), 'Next step to fix it; null if only a retry may help.'),
    providerStatus: mostlyNull(Type.Integer({ examples: [401] }), 'The provider’s HTTP status; null without one.'),
    providerMessage: mostlyNull(textLike('Incorrect API key provided.'), 'The provider’s own words; null without any.'),
  },
  { title: 'ModelFailure' },
);

/** Describes a failure for a person who tries a key or a model. */
export function toFailure({ reason, message, status, told }: ModelError, begin = ''): Static<typeof ModelFailure> {
  const sentence = begin === '' ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : `${begin}: ${message}`;
  return {
    ...{ reason, message: `${sentence}.`, hint: adviceOf(reason) ?? null },
    ...{ providerStatus: status ?? null, providerMessage: (told && quoteOf(told)) ?? null },
  };
}

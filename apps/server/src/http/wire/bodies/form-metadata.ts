import { AppError, invalid } from '../../../errors.ts';
import { parseJsonBody } from './json-body.ts';

/** Reads the metadata of a form, as strictly as a body. Throws `validation_failed`. */
export function withMetadata<Fields extends { readonly metadata?: string }>({ metadata, ...fields }: Fields) {
  if (metadata === undefined) return fields;
  try {
    return { ...fields, metadata: parseJsonBody(Buffer.from(metadata)) as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalid([{ path: 'metadata', message: 'must be a JSON object' }]);
  }
}

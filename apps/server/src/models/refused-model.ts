import { AppError } from '../errors.ts';
import type { NameRefusal } from './names.ts';

/** Returns the error for a field with a model's name that is refused. */
export const refusedModel = (path: string, { sentence, predicate, hint }: NameRefusal): AppError =>
  new AppError('validation_failed', sentence, { details: [{ path, message: predicate }], hint });

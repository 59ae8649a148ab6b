import { AppError, type ErrorCode } from '../errors.ts';

/** Max attempts of an upsert if other requests create or delete the object meanwhile. */
const maxAttempts = 5;

/** The error of an external ID that another object has. */
export const externalIdTaken = (what: string): AppError =>
  new AppError('external_id_conflict', `Another ${what} has this externalId.`, {
    hint: 'Update it with PUT …/by-external-id/{externalId}.',
  });

/** The steps of an upsert. */
interface Upsert<Found, Result> {
  /** Finds the object with the external ID. */
  find(): Promise<Found | undefined>;
  /** Creates it; throws `external_id_conflict` if it exists. */
  create(): Promise<Result>;
  /** Changes it; throws the code `gone` if it doesn't exist. */
  change(found: Found): Promise<Result>;
  readonly gone: ErrorCode;
}

/**
 * Creates the object with an external ID, or changes it if it exists. Begins again if another request has created or
 * deleted it since it was looked for. Throws `unavailable` if that happens at each of five attempts.
 */
export async function upsert<Found, Result>({ find, create, change, gone }: Upsert<Found, Result>): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const found = await find();
    try {
      return await (found === undefined ? create() : change(found));
    } catch (error) {
      const stale = found === undefined ? 'external_id_conflict' : gone;
      if (!(error instanceof AppError) || error.code !== stale) throw error;
    }
  }
  throw new AppError('unavailable', 'Other requests create and delete the object with this externalId.', {
    retryAfter: 1,
  });
}

import { AppError } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { JobFailure } from '../storage/jobs/kind.ts';
import type { Statement } from '../storage/unit.ts';
import { isVerified } from './person-store.ts';
import { isMailable } from './settings.ts';

/** True if a person can be told of something by mail: the address can get one, and is verified. */
export const isReached = async (db: Database, { id, email }: { readonly id: string; readonly email: string }) =>
  isMailable(email) && (await isVerified(db, id));

/**
 * Counts a mail of a job, by `Mail.count`. A limit that is reached is no reason to forget the mail: the job fails, and is
 * tried again later.
 */
export async function countOrRetry(counting: Promise<Statement[]>): Promise<Statement[]> {
  try {
    return await counting;
  } catch (error) {
    throw error instanceof AppError && error.code === 'too_many_mails' ? new JobFailure(error.message) : error;
  }
}

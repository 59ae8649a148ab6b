import { AppError } from '../../errors.ts';

/** The errors of sessions. */
export const failures = {
  wrong: () => new AppError('invalid_credentials', 'The email or password is wrong.'),
  wrongCurrent: () => new AppError('invalid_credentials', 'The current password is wrong.'),
  notFound: () => new AppError('session_not_found', 'There is no such session.'),
};

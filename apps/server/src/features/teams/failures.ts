import { AppError } from '../../errors.ts';
import { maxTeams } from './schema.ts';

/** The errors of teams. */
export const failures = {
  notFound: () => new AppError('team_not_found', 'There is no such team.'),
  nameTaken: () => new AppError('team_name_taken', 'Another team of the workspace has this name.'),
  tooMany: () =>
    new AppError('quota_exceeded', `The workspace has ${maxTeams} teams; more are not possible.`, {
      hint: 'Delete a team first.',
    }),
  /** `version` is the one that it has, if it is known. */
  conflict: (version?: number) =>
    new AppError('version_conflict', 'The team has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;

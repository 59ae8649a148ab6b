import { externalIdTaken } from '../../access/external-ids.ts';
import { AppError, invalid } from '../../errors.ts';
import { noSuchTeam } from '../../schemas/team.ts';

/** The errors of channels. */
export const failures = {
  noChannel: () => new AppError('channel_not_found', 'There is no such channel.'),
  noAgent: () => new AppError('agent_not_found', 'There is no such agent.'),
  idTaken: () => externalIdTaken('channel of the workspace'),
  noTeam: () => invalid([{ path: 'settings.handover.team', message: noSuchTeam }]),
  /** Makes the message of a messenger wait a moment: the team is gone when it is read again. */
  teamGone: () => new AppError('conversation_busy', 'The team was deleted meanwhile.'),
  noSecret: () => invalid([{ path: 'id', message: 'is a channel without a secret' }]),
  /** `version` is the one that it has, if it is known. */
  conflict: (version?: number) =>
    new AppError('version_conflict', 'The channel has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;

/** The errors of a change that the store refuses. */
export const refusedChange = { onMissing: () => failures.conflict(), onConflict: failures.idTaken } as const;

import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const team = Type.String({ description: 'Identifier of the team.', examples: [exampleIds.team] });

/** Events of teams. */
export const teamEvents = {
  'team.created': happened('A team was created.', { team }),
  'team.updated': happened('A team was changed.', { team, fields: about.fields }),
  'team.deleted': happened('A team was deleted.', { team }),
} as const;

import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const team = Type.String({ description: 'Identifier of the team.', examples: [exampleIds.team] });

const state = Type.String({ description: '`here` or `away`.', examples: ['here'] });

/** Events of teams, of the availability of people, and of working hours. */
export const teamEvents = {
  'team.created': happened('A team was created.', { team }),
  'team.updated': happened('A team was changed.', { team, fields: about.fields }),
  'team.deleted': happened('A team was deleted.', { team }),
  'member.availability_changed': happened('A person is here, or away.', { user: about.user, state }),
  'working_hours.set': happened('The working hours of a workspace were set.', { workspace: about.workspace }),
  'working_hours.removed': happened('The working hours of a workspace were removed.', { workspace: about.workspace }),
} as const;

import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

const key = ['workspace_id', 'user_id'] as const;

/** The state of people in their workspaces, here or away: decision 0100. A row goes with its membership. */
export const availability: Migration = {
  name: '0056-availability',
  up: (query, engine) => [
    table(query, engine)('member_availability', {
      ...{ workspace_id: 'text', user_id: 'text', state: 'text', since: 'long' },
    })
      .addPrimaryKeyConstraint('member_availability_key', [...key])
      .addForeignKeyConstraint('member_availability_member', [...key], 'members', [...key], (member) =>
        member.onDelete('cascade'),
      ),
  ],
};

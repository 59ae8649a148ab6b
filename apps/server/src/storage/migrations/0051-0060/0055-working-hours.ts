import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Working hours of workspaces: decision 0100. */
export const workingHours: Migration = {
  name: '0055-working-hours',
  up: (query, engine) => [
    table(query, engine)('workspace_hours', { ...{ id: 'id', hours: 'text' }, ...stamps }).addForeignKeyConstraint(
      'workspace_hours_workspace',
      ['id'],
      'workspaces',
      ['id'],
      (key) => key.onDelete('cascade'),
    ),
  ],
};

import type { ToolConnectionRow } from '../../../storage/tables.ts';

/** An account to add, by its ID, its tool and the time in ms since 1970. */
interface NewAccount {
  readonly id: string;
  readonly workspace: string;
  readonly tool: string;
  readonly now: number;
}

/** The row of an account without tokens: that of the workspace, unless other columns say whose it is. */
export const blankConnection = ({ id, workspace, tool, now }: NewAccount): ToolConnectionRow => ({
  ...{ id, workspace_id: workspace, tool_id: tool, user_id: null, end_user: null, conversation_id: null },
  ...{ channel_id: null, agent_id: null, connected_at: null, state: 'none', record: null, expires_at: null },
  ...{ locked_until: null, locked_by: null, created_at: now, updated_at: now },
});

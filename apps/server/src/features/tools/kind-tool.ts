import type { ToolRow } from '../../storage/tables.ts';
import type { KindTool } from '../../tools/kind.ts';

/** A stored tool as its kind sees it. */
export const kindTool = (row: ToolRow): KindTool => ({
  ...{ id: row.id, workspace: row.workspace_id, name: row.name, description: row.description },
  inputSchema: row.input_schema === null ? null : (JSON.parse(row.input_schema) as KindTool['inputSchema']),
  settings: JSON.parse(row.settings) as KindTool['settings'],
  ...{ timeoutMs: Number(row.timeout_ms), idempotent: Number(row.idempotent) === 1 },
});

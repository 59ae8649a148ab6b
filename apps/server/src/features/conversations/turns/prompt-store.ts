import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';

/** What an agent answers with. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
}

const agentById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('agents')
    .select(['id', 'workspace_id', 'model', 'system_prompt', 'temperature', 'status'])
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach),
);

/** Finds an agent in the workspaces within reach, with what it answers by. */
export async function findAgent(db: Database, reach: Reach, id: string): Promise<AnsweringAgent | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(agentById(db, { id, reach }));
  if (row === undefined) return undefined;
  const { workspace_id: workspace, system_prompt: systemPrompt, temperature, ...rest } = row;
  return { ...rest, workspace, systemPrompt, temperature: Number(temperature) };
}

/** A message as a model is told of it. */
export interface PastMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly createdAt: number;
}

const pastPage = prepared((db, args: { workspace: string; conversation: string; until: number; rows: number }) =>
  db.query
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'created_at as createdAt'])
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '<=', args.until)
    .where('status', '=', 'complete')
    .orderBy('created_at', 'desc')
    .limit(args.rows),
);

/** Reads the complete messages up to a time, the newest first. */
export const past = (
  db: Database,
  workspace: string,
  { conversation, until, rows }: { conversation: string; until: number; rows: number },
): Promise<PastMessage[]> => db.read(pastPage(db, { workspace, conversation, until, rows }));

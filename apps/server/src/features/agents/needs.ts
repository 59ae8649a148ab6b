import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { ResolvedName } from '../../models/models.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { Statement } from '../../storage/unit.ts';
import type { ReadActivity } from './lists/activity.ts';
import type { RemovalNeeds } from './removal/removal.ts';
import type { Agent } from './schema.ts';

/** The models, as agents need them. */
export interface AgentModels {
  /** Returns a model's name as `provider/name`, or why it is refused. */
  resolve(model: string): Promise<ResolvedName>;
  /** Returns the stored names that a filter by a name finds. */
  matching(model: string): readonly string[];
  /** Returns the model of an agent that sets none. */
  defaultModel(): Promise<string>;
}

/** Dependencies of agents. */
export interface AgentNeeds extends RemovalNeeds {
  readonly now: () => number;
  newId(kind: 'agent'): string;
  readonly room: Room;
  readonly models: AgentModels;
  readonly namesOf: NamesOf;
  readonly readActivity: ReadActivity;
  /** Returns the statement that writes an event, for the unit of work of the change. */
  readonly record: RecordEvent;
  /** Returns the statement that throws `orElse` if a workspace has no such team. */
  demandTeam(workspace: string, team: string, orElse: () => Error): Statement;
}

/** An agent that was just created. */
export interface CreatedAgent {
  readonly agent: Agent;
  readonly version: number;
}

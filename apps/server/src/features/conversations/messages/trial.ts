import { type Actor, demand } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import type { AnsweringAgent } from '../turns/agent.ts';
import type { TrialSettings } from './schema.ts';

/** Dependencies of trying settings. */
export interface TrialNeeds {
  /** Returns what is wrong with a model's name; undefined if an agent can have it. */
  readonly models: { problem(model: string): string | undefined };
}

/**
 * Returns the agent with settings that are not saved. They need the same right as saved ones, and a known model:
 * throws `insufficient_role` or `validation_failed`. They are not stored, so a retry without them uses the saved ones.
 */
export function withTrialSettings(
  { models }: TrialNeeds,
  actor: Actor,
  { agent, settings }: { readonly agent: AnsweringAgent; readonly settings: TrialSettings | undefined },
): AnsweringAgent {
  if (settings === undefined) return agent;
  demand(actor, 'agents:write', agent.workspace);
  const { model } = settings;
  const message = model === undefined || model === agent.model ? undefined : models.problem(model);
  if (message !== undefined) throw invalid([{ path: 'settings.model', message }]);
  return { ...agent, ...settings };
}

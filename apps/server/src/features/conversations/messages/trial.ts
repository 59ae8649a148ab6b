import { demand, type Principal } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import type { AnsweringAgent } from '../turns/prompt-store.ts';
import type { TrialSettings } from './schema.ts';

/** What trying settings needs from elsewhere. */
export interface TrialNeeds {
  /** What is wrong with a model's name; undefined where an agent can have it. */
  readonly models: { problem(model: string): string | undefined };
}

/**
 * Gives the agent as it answers once with settings that nobody has saved. They are what an agent's writer could save, so
 * they take the same right and the same model: throws `insufficient_role` or `validation_failed`.
 * Nothing of them is stored: a retry that comes without them is answered by the agent as it is saved.
 */
export const createTrial =
  ({ models }: TrialNeeds) =>
  (principal: Principal, agent: AnsweringAgent, settings: TrialSettings | undefined): AnsweringAgent => {
    if (settings === undefined) return agent;
    demand(principal, 'agents:write', agent.workspace);
    const { model } = settings;
    const message = model === undefined || model === agent.model ? undefined : models.problem(model);
    if (message !== undefined) throw invalid([{ path: 'settings.model', message }]);
    return { ...agent, ...settings };
  };

import { type Actor, demand } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { ResolvedName } from '../../../../models/models.ts';
import { refusedModel } from '../../../../models/refused-model.ts';
import type { TrialSettings } from '../../../../replies/schemas/trial-settings.ts';

/** Dependencies of trying settings. */
export interface TrialNeeds {
  /** Returns a model's name as `provider/name`, or why it is refused. */
  readonly models: { resolve(model: string): Promise<ResolvedName> };
}

/** Settings that are not saved, and what their model's name resolves to. */
export interface Trial {
  readonly settings: TrialSettings;
  readonly resolved: ResolvedName | undefined;
}

/** Resolves the model of settings. This may wait for a provider, so it comes before the message waits for its turn. */
export async function readTrial(
  { models }: TrialNeeds,
  settings: TrialSettings | undefined,
): Promise<Trial | undefined> {
  if (settings === undefined) return undefined;
  return { settings, resolved: settings.model === undefined ? undefined : await models.resolve(settings.model) };
}

/**
 * Returns the agent with settings that are not saved. They need the same right as saved ones, and a known model:
 * throws `insufficient_role` or `validation_failed`. They are not stored, so a retry without them uses the saved ones.
 */
export function withTrialSettings(
  actor: Actor,
  { agent, trial }: { readonly agent: AnsweringAgent; readonly trial: Trial | undefined },
): AnsweringAgent {
  if (trial === undefined) return agent;
  demand(actor, 'agents:write', agent.workspace);
  const { settings, resolved } = trial;
  // A model is tried alone: an answer of another one would hide its failure.
  const tried = { ...agent, ...settings, ...(settings.model !== undefined && { fallbackModels: [] }) };
  // Like in an update, the stored name is accepted.
  if (resolved === undefined || settings.model === agent.model) return tried;
  if ('refusal' in resolved) throw refusedModel('settings.model', resolved.refusal);
  return { ...tried, model: resolved.model };
}

import type { Conversation } from '@parley/sdk';
import { useAgent } from '../badges/agent-name.tsx';

/** True if the agent that answers has a model that can sum up and translate; built-in ones only repeat. */
export function useFreeWriter({ workspace, agent, answeringAgent }: Conversation): boolean {
  const found = useAgent(workspace, answeringAgent ?? agent);
  if (found === undefined) return false;
  return [found.model, ...found.fallbackModels].some((model) => !model.startsWith('builtin/'));
}

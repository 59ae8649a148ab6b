import { invalid } from '../../errors.ts';
import { refusedModel } from '../../models/refused-model.ts';
import type { AgentModels } from './needs.ts';
import type { Agent, AgentChanges, AgentDraft } from './schema.ts';

/** The models of an agent, under the names under which they are stored. */
type NamedModels = Pick<Agent, 'model'> & { readonly fallbackModels: readonly string[] };

/** Creates the functions that find the names under which an agent's models are stored. */
export function createModelNames(models: Pick<AgentModels, 'resolve' | 'defaultModel'>) {
  /** Returns the name under which a model is stored. Throws `validation_failed` if no provider can have it. */
  const resolve = async (model: string, path: string): Promise<string> => {
    const resolved = await models.resolve(model);
    if ('refusal' in resolved) throw refusedModel(path, resolved.refusal);
    return resolved.model;
  };

  const resolveFallbacks = (names: readonly string[], stored: readonly string[] = []) =>
    Promise.all(names.map((name, index) => (stored.includes(name) ? name : resolve(name, `fallbackModels.${index}`))));

  return {
    /** Returns the models of a new agent. Throws `validation_failed` for an unknown name, or one that comes twice. */
    ofNew: async ({ model, fallbackModels = [] }: AgentDraft): Promise<NamedModels> => {
      const own = model === undefined ? await models.defaultModel() : await resolve(model, 'model');
      const others = await resolveFallbacks(fallbackModels);
      checkDistinct(own, others);
      return { model: own, fallbackModels: others };
    },

    /**
     * Returns changes of an agent with the names of its models as they are stored. A stored name is accepted even if
     * its provider is no longer configured, so that a read can be sent back. Throws like `ofNew`.
     */
    ofChanged: async (stored: NamedModels, changes: AgentChanges): Promise<AgentChanges> => {
      const { model, fallbackModels } = changes;
      if (model === undefined && fallbackModels === undefined) return changes;
      const own = model === undefined || model === stored.model ? stored.model : await resolve(model, 'model');
      const others =
        fallbackModels === undefined
          ? stored.fallbackModels
          : await resolveFallbacks(fallbackModels, stored.fallbackModels);
      checkDistinct(own, others);
      return {
        ...changes,
        ...(model !== undefined && { model: own }),
        ...(fallbackModels !== undefined && { fallbackModels: [...others] }),
      };
    },
  };
}

/** Throws `validation_failed` if a fallback is the model itself or comes twice: it would fail twice. */
function checkDistinct(model: string, others: readonly string[]): void {
  const wrong = others.flatMap((name, index) => {
    const path = `fallbackModels.${index}`;
    if (name === model) return [{ path, message: `must differ from \`model\`: ${name} is its own fallback` }];
    return others.indexOf(name) < index ? [{ path, message: `repeats ${name}` }] : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

import type { Provider } from '../../models/model.ts';
import type { ModelList } from './schema.ts';

/** Dependencies of the list of models. */
export interface ModelListNeeds {
  readonly models: {
    list(): Promise<readonly Provider[]>;
    defaultModel(): Promise<string>;
  };
}

/** What the built-in models are for. */
const descriptions: Readonly<Record<string, string>> = {
  'builtin/extract': 'Answers from the agent’s knowledge sources, quoting them. Needs no key.',
  'builtin/echo': 'Repeats the message: for tests and integration checks.',
};

/** Lists the models of every provider, and whether each can be used. */
export async function listModels({ models }: ModelListNeeds): Promise<ModelList> {
  const [providers, usual] = await Promise.all([models.list(), models.defaultModel()]);
  return {
    default: usual,
    items: providers.flatMap((provider) =>
      provider.models
        .map((model) => `${provider.name}/${model}`)
        .map((id) => ({
          _id: id,
          provider: provider.name,
          ...stateOf(provider),
          description: descriptions[id] ?? null,
        })),
    ),
    providers: providers.map((provider) => ({
      name: provider.name,
      ...stateOf(provider),
      open: provider.open,
      listed: provider.listed,
      listReason: provider.listed ? null : (provider.listProblem ?? null),
    })),
  };
}

const stateOf = ({ missing }: Provider) => ({
  usable: missing === undefined,
  reason: missing === undefined ? null : `The operator has not set ${missing}.`,
});

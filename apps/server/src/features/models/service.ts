import type { Provider } from '../../models/model.ts';
import type { ModelList } from './schema.ts';

/** Dependencies of the list of models. */
export interface ModelListNeeds {
  readonly providers: readonly Provider[];
  readonly defaultModel: string;
}

/** Lists the models of every provider, and whether each can be used. */
export function listModels({ providers, defaultModel }: ModelListNeeds): ModelList {
  return {
    default: defaultModel,
    items: providers.flatMap((provider) =>
      provider.models.map((model) => ({
        _id: `${provider.name}/${model}`,
        provider: provider.name,
        ...stateOf(provider),
      })),
    ),
    providers: providers.map((provider) => ({ name: provider.name, ...stateOf(provider), open: provider.open })),
  };
}

const stateOf = ({ missing }: Provider) => ({
  usable: missing === undefined,
  reason: missing === undefined ? null : `The operator has not set ${missing}.`,
});

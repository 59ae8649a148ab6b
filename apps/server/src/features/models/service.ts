import type { Answer } from '../../http/envelope.ts';
import type { Provider } from '../../models/model.ts';
import type { ModelList } from './schema.ts';

/** What the list of models needs from elsewhere. */
export interface ModelListNeeds {
  readonly providers: readonly Provider[];
  readonly defaultModel: string;
}

export type ModelListService = ReturnType<typeof createModelList>;

/** Tells which models there are. */
export const createModelList = ({ providers, defaultModel }: ModelListNeeds) => ({
  read: async (): Promise<Answer<ModelList>> => {
    const state = ({ missing }: Provider) => ({
      usable: missing === undefined,
      reason: missing === undefined ? null : `The operator has not set ${missing}.`,
    });
    return {
      data: {
        default: defaultModel,
        items: providers.flatMap((provider) =>
          provider.models.map((model) => ({
            _id: `${provider.name}/${model}`,
            provider: provider.name,
            ...state(provider),
          })),
        ),
        providers: providers.map((provider) => ({ name: provider.name, ...state(provider), open: provider.open })),
      },
    };
  },
});

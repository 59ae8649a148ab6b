import { providerKeyEndpoints } from './keys/routes.ts';
import { createProviderKeys, type KeyNeeds } from './keys/service.ts';
import { modelEndpoints } from './routes.ts';
import { listModels, type ModelListNeeds } from './service.ts';
import { type TrialNeeds, tryModel } from './trial/service.ts';

type Needs = KeyNeeds &
  Pick<TrialNeeds, 'concurrency'> & { readonly models: ModelListNeeds['models'] & TrialNeeds['models'] };

/** The models that an agent can use, and the keys of their providers. */
export function modelsFeature(needs: Needs) {
  const keys = createProviderKeys(needs);
  return {
    endpoints: [
      ...modelEndpoints({
        list: (query) => listModels(needs, query),
        test: (actor, model) => tryModel(needs, actor, model),
      }),
      ...providerKeyEndpoints(keys),
    ],
    keyring: keys.keyring,
    close: keys.keyring.close,
  };
}

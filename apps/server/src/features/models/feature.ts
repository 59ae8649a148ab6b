import { modelEndpoints } from './routes.ts';
import { listModels, type ModelListNeeds } from './service.ts';

/** The list of models that an agent can use. */
export const modelsFeature = (needs: ModelListNeeds) => ({
  endpoints: modelEndpoints((query) => listModels(needs, query)),
});

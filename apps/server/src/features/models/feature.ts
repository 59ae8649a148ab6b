import { modelEndpoints } from './routes.ts';
import { listModels, type ModelListNeeds } from './service.ts';

/** The list of the models that agents can have. */
export const modelsFeature = (needs: ModelListNeeds) => ({ endpoints: modelEndpoints(() => listModels(needs)) });

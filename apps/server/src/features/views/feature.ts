import type { ViewNeeds } from './needs.ts';
import { viewEndpoints } from './routes.ts';
import { viewSchemas } from './schema.ts';
import { createViews } from './service.ts';
import { views } from './store.ts';

/** Views of workspaces: filters of conversations under a name. */
export const viewsFeature = (needs: ViewNeeds) => ({
  endpoints: viewEndpoints(createViews(needs), viewSchemas(needs.filters)),
  ofWorkspace: views.ofWorkspace(needs.db),
  ofPerson: views.ofPerson(needs.db),
});

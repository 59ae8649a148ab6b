import { ownsInstance } from './checks.ts';
import type { Row } from './row.ts';

/** Calls of the endpoints of models and their providers. */
export const modelRows: Readonly<Record<string, Row>> = {
  listModels: { needs: 'agents:read', status: 200 },
  testModel: { needs: 'agents:write', status: 200, body: () => ({ model: 'builtin/echo' }) },
  listModelProviders: { needs: 'session', status: 200, checks: [ownsInstance] },
  setModelProviderKey: {
    ...{ needs: 'session', status: 200, body: () => ({ apiKey: 'sk-of-the-matrix' }) },
    checks: [ownsInstance],
  },
  deleteModelProviderKey: { needs: 'session', status: 200, checks: [ownsInstance] },
  testModelProvider: { needs: 'session', status: 200, checks: [ownsInstance] },
};

import { createChecks } from '../../http/validation.ts';
import { createCheckTool } from './checks.ts';
import type { ToolNeeds } from './needs.ts';
import { belongingsOf } from './removal.ts';
import { toolEndpoints } from './routes.ts';
import { createTools } from './service.ts';

/** Tools of workspaces: what agents can call besides their models. */
export function toolsFeature(given: ToolNeeds) {
  const needs = { ...given, checkTool: createCheckTool(createChecks()) };
  return {
    endpoints: toolEndpoints(createTools(needs)),
    ofWorkspace: belongingsOf(needs),
  };
}

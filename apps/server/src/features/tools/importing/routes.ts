import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { ImportedTools, ToolImport } from './schema.ts';
import type { createImport, Imported } from './service.ts';

const answer = ({ workspace, imported }: Imported) => ({
  data: imported,
  right: { permission: 'agents:write', workspace } as const,
});

/** The operation that imports tools. */
export const importEndpoints = (importTools: ReturnType<typeof createImport>) => [
  endpoint({
    id: 'importTools',
    client: 'tools.importOpenApi',
    method: 'POST',
    path: '/api/tools/import',
    access: 'agents:write',
    tag: 'Tools',
    summary: 'Import operations of an OpenAPI document as tools',
    description:
      'Without `operations`, it lists those of the document and creates nothing. With them, it creates an `http` tool for ' +
      'each, all or none.',
    body: ToolImport,
    data: ImportedTools,
    patient: true,
    errors: ['confirmation_required', 'workspace_not_found', 'tool_name_taken', 'quota_exceeded'],
    handle: (call) => answering(call, answer, (along) => importTools(call.actor, call.body, along)),
  }),
];

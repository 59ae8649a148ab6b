import type { Actor } from '../../../access/actor.ts';
import { demandConfirmed } from '../../../access/confirmation.ts';
import { workspaceFor } from '../../../access/workspace-for.ts';
import { type ErrorDetail, invalid } from '../../../errors.ts';
import { OutboundError } from '../../../outbound/error.ts';
import type { Along, Statement } from '../../../storage/unit.ts';
import { openApiLimits } from '../../../tools/openapi/limits.ts';
import { type ImportedOperation, type ToolDraft, toolsOfOpenApi } from '../../../tools/openapi/tools-of-open-api.ts';
import type { CheckTool } from '../checks.ts';
import type { ToolNeeds } from '../needs.ts';
import { createInsertion, type NewTool } from '../new-tool.ts';
import type { ImportedTools, ToolImport } from './schema.ts';

/** Time for the document, in ms. */
const fetchMs = 20_000;

/** The imported tools, and their places. */
export interface Imported {
  readonly workspace: string;
  readonly imported: ImportedTools;
}

/** Creates the function that makes tools of operations of an OpenAPI document, all or none. */
export function createImport(needs: ToolNeeds & { readonly checkTool: CheckTool }) {
  const { db, now, outbound } = needs;
  const insertion = createInsertion(needs);

  const fetched = async (url: string): Promise<string> => {
    try {
      const limits = { total: fetchMs, bodyBytes: openApiLimits.bytes };
      const response = await outbound.fetch({ url, limits, signal: AbortSignal.timeout(fetchMs) });
      if (response.status === 200) return await response.text();
      response.body.destroy();
      throw refused('url', `must be a document: it answered with the status ${response.status}`);
    } catch (error) {
      if (error instanceof OutboundError) throw refused('url', `could not be read: ${error.message}`);
      throw error;
    }
  };

  /** The tools of the chosen operations, with their secrets. */
  const toolsFrom = (workspace: string, operations: readonly ImportedOperation[], body: ToolImport): NewTool[] => {
    const { operations: chosen = [], secrets = {} } = body;
    const drafts = draftsOf(operations, chosen);
    demandSecrets(drafts, secrets);
    return drafts.map(({ secretNames, ...draft }) =>
      insertion.build(workspace, { ...draft, secrets: pick(secrets, secretNames) }),
    );
  };

  return async (actor: Actor, body: ToolImport, along: Along<Imported>): Promise<Imported> => {
    const { url, document, server } = body;
    const workspace = await workspaceFor(actor, body.workspaceId, needs.namesOf);
    if (body.secrets !== undefined) demandConfirmed(actor, now());
    if ((url === undefined) === (document === undefined))
      throw refused('document', 'is required, unless there is a url; only one of them may be sent');
    const given = url === undefined ? document : await fetched(url);
    const { operations } = await toolsOfOpenApi(given, server === undefined ? {} : { server });
    const made = toolsFrom(workspace, operations, body);
    const tools = made.map(({ tool }) => tool);
    const result = { workspace, imported: { operations: operations.map(shown), tools } };
    const statements = made.flatMap((each): Statement[] => {
      const { tool, event, room } = insertion.statements(actor, each);
      return [tool, event, ...room];
    });
    const all = [...statements, ...along(result)];
    if (all.length > 0) await db.write(all);
    return result;
  };
}

const refused = (path: string, message: string) => invalid([{ path, message }]);

/** The drafts of the chosen operations. Throws `validation_failed` for one that isn't there, or can't become a tool. */
function draftsOf(operations: readonly ImportedOperation[], chosen: readonly string[]): ToolDraft[] {
  const known = new Map(operations.map((operation) => [operation.operationId, operation]));
  const details: ErrorDetail[] = [];
  const drafts = chosen.flatMap((id, index) => {
    const { tool, problem = 'is no operation of the document' } = known.get(id) ?? {};
    if (tool !== undefined) return [tool];
    details.push({ path: `operations.${index}`, message: problem });
    return [];
  });
  if (details.length > 0) throw invalid(details);
  return drafts;
}

/** Throws `validation_failed` for secrets that the tools need, and aren't given. */
function demandSecrets(drafts: readonly ToolDraft[], secrets: Readonly<Record<string, string>>): void {
  const needed = [...new Set(drafts.flatMap(({ secretNames }) => secretNames))];
  const missing = needed.filter((name) => !Object.hasOwn(secrets, name));
  if (missing.length === 0) return;
  throw invalid(missing.map((name) => ({ path: `secrets.${name}`, message: 'is required by the operations' })));
}

const pick = (secrets: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => names.includes(name)));

const shown = ({ operationId, method, path, summary, problem, tool }: ImportedOperation) => ({
  ...{ operationId, method, path, summary, problem: problem ?? null },
  ...{ name: tool?.name ?? null, secretNames: [...(tool?.secretNames ?? [])] },
});

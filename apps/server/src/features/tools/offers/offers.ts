import type { AnsweringAgent } from '../../../calling/agent.ts';
import type { OfferedTool, ToolOutput, ToolRun } from '../../../calling/aids.ts';
import type { CallRules } from '../../../calling/kept-calls.ts';
import type { ModelTool } from '../../../models/model.ts';
import type { Database } from '../../../storage/database.ts';
import type { Sealing } from '../../../storage/secrets/sealed.ts';
import type { ToolRow } from '../../../storage/tables.ts';
import type { KindTool } from '../../../tools/kind.ts';
import { definitionsOf, type ToolType } from '../../../tools/kinds.ts';
import { mask } from '../../../tools/masking.ts';
import { digestOf } from '../../../tools/schemas/canonical.ts';
import { validate } from '../../../tools/schemas/validate.ts';
import { kindTool } from '../kind-tool.ts';
import { createRunner, type RunnerNeeds } from '../running/runner.ts';
import { openSecrets } from '../secrets.ts';
import { type BuiltinNeeds, builtinsOf } from './builtins.ts';
import { readTools } from './store.ts';

/** Dependencies of offering tools. */
export interface OfferNeeds extends RunnerNeeds, BuiltinNeeds {
  readonly db: Database;
  readonly secrets: Pick<Sealing, 'open'>;
}

/**
 * Max characters of an output that are masked, which takes time: the model gets half as many at most. A longer one is
 * cut, and says so.
 */
const maxMasked = 64_000;

const cut = (content: string): string =>
  content.length <= maxMasked ? content : `${content.slice(0, maxMasked)} … of ${content.length} characters`;

/** Creates what offers the tools of agents to their models, and runs them. */
export function createOffers({ db, secrets, ...needs }: OfferNeeds) {
  const runKind = createRunner(needs);
  const builtins: Readonly<Record<string, (run: ToolRun) => Promise<ToolOutput>>> = builtinsOf(needs);

  const run = async (row: ToolRow, tool: KindTool, call: ToolRun): Promise<ToolOutput> => {
    const builtin = builtins[String(tool.settings['function'])];
    if (row.type === 'builtin' && builtin !== undefined) return builtin(call);
    const opened = openSecrets(secrets, row.id, row.secrets);
    const { name, arguments: given, id = call.callId, signal, conversation, agent } = call;
    const about = { tool, name, arguments: given, secrets: opened, idempotencyKey: id };
    const of = { type: row.type as ToolType, auth: row.auth, talk: { conversation, agent: agent.id } };
    const { exchange: _, secrets: used, ...output } = await runKind({ ...of, call: about, signal });
    return { ...output, content: mask(cut(output.content), used) };
  };

  const offer = (row: ToolRow, needsApproval: boolean): readonly OfferedTool[] => {
    const tool = kindTool(row);
    const type = row.type as ToolType;
    return definitionsOf(type, tool).map((definition) => {
      const rules: CallRules = {
        ...{ tool: row.id, needsApproval, answeredBy: type === 'client' ? 'client' : 'server' },
        definition: digestOf([type, definition, tool.settings, row.auth, tool.idempotent]),
        // Changes by the service's own functions are stored with their results.
        idempotent: tool.idempotent || type === 'builtin',
        approvers: JSON.parse(row.approvers) as string[],
        waitMs: Number(row.approval_ms),
      };
      return {
        ...definition,
        rules,
        problemOf: (given) => problemOf(definition.inputSchema, given),
        run: (call) => run(row, tool, call),
      };
    });
  };

  /** The tools of an agent, in its order; the first of two definitions with one name counts. */
  return async ({ workspace, tools }: AnsweringAgent): Promise<readonly OfferedTool[]> => {
    if (tools.length === 0) return [];
    const rows = new Map(
      (
        await readTools(
          db,
          workspace,
          tools.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const offered = new Map<string, OfferedTool>();
    for (const { id, requiresApproval } of tools) {
      const row = rows.get(id);
      for (const each of row === undefined ? [] : offer(row, requiresApproval))
        if (!offered.has(each.name)) offered.set(each.name, each);
    }
    return [...offered.values()];
  };
}

/** Says what is wrong with arguments, for the model; undefined if nothing is. */
function problemOf(schema: ModelTool['inputSchema'], given: Readonly<Record<string, unknown>>): string | undefined {
  const problems = validate(schema, given);
  if (problems.length === 0) return undefined;
  const lines = problems.map(({ path, message }) => `- ${path === '' ? 'the arguments' : path} ${message}`);
  return `The arguments don’t fit the schema of the tool:\n${lines.join('\n')}`;
}

import type { Actor } from '../../../access/actor.ts';
import { retryIfStale } from '../../../access/retry-stale.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { KindTool, Values } from '../../../tools/kind.ts';
import { McpError } from '../../../tools/mcp/error.ts';
import type { McpListing } from '../../../tools/mcp/listing.ts';
import { listServer, pinsIn } from '../../../tools/mcp/mcp.ts';
import {
  comparePins,
  definitionDigest,
  type McpDefinition,
  type PinnedTool,
  type PinState,
} from '../../../tools/mcp/pins.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import { checkSchema } from '../../../tools/schemas/check-schema.ts';
import { getTool } from '../access.ts';
import type { ToolNeeds } from '../needs.ts';
import type { Accounts } from '../running/accounts.ts';
import type { Tool } from '../schema.ts';
import { openSecrets } from '../secrets.ts';
import type { Tools } from '../service.ts';
import type { DefinitionApproval, ToolDefinitions } from './schema.ts';

/** Time for a listing, in ms. */
const listMs = 20_000;

type Needs = Pick<ToolNeeds, 'db' | 'outbound' | 'secrets'> & {
  readonly accounts: Accounts;
  /** Changes a tool. */
  readonly update: Tools['update'];
};

export type Definitions = ReturnType<typeof createDefinitions>;

/** The definitions of MCP servers: listed, compared with what was approved, and approved as they were seen. */
export function createDefinitions({ db, outbound, secrets: sealing, accounts, update }: Needs) {
  /** Gets a tool that is a server. Throws `validation_failed` for another one. */
  const getServer = async (actor: Actor, id: string, permission: 'agents:read' | 'agents:write') => {
    const found = await getTool(db, actor, { id, permission });
    const tool = JSON.parse(found.json) as Tool;
    if (tool.type !== 'mcp') throw invalid([{ path: 'id', message: 'is not a tool of the type mcp' }]);
    return { ...found, tool };
  };

  /** Asks the server. Throws `tool_unreachable` if it has no answer. */
  const listed = async ({ tool, secrets: sealed }: Awaited<ReturnType<typeof getServer>>): Promise<McpListing> => {
    const kindTool: KindTool = { ...tool, id: tool._id };
    const about = { tool: kindTool, type: tool.type, auth: tool.auth, secrets: openSecrets(sealing, tool._id, sealed) };
    const signal = AbortSignal.timeout(listMs);
    try {
      return await accounts.using(about, {
        run: (secrets) => listServer(outbound, { tool: kindTool, secrets, signal }),
      });
    } catch (error) {
      if (!(error instanceof McpError || error instanceof AccountError)) throw error;
      throw new AppError('tool_unreachable', `The server could not be asked: ${error.message}`);
    }
  };

  return {
    list: async (actor: Actor, id: string): Promise<ToolDefinitions> => {
      const found = await getServer(actor, id, 'agents:read');
      const { tools, skipped, isTruncated } = await listed(found);
      const items = comparePins(pinsIn(found.tool.settings), tools).map(compared);
      return { items, skipped: [...skipped], isTruncated };
    },

    /** Approves definitions as they were seen, and forgets others. Throws `definition_changed` if one is another by now. */
    approve: async (actor: Actor, id: string, { approve = [], remove = [] }: DefinitionApproval) => {
      const found = await getServer(actor, id, 'agents:write');
      const live = approve.length === 0 ? [] : (await listed(found)).tools;
      const approved = approve.map((seen, index) => seenDefinition(seen, live, index));
      return retryIfStale(undefined, async () => {
        const { tool, version } = await getServer(actor, id, 'agents:write');
        demandSameServer(found.tool.settings, tool.settings);
        const gone = new Set([...remove, ...approved.map(({ name }) => name)]);
        const kept = pinsIn(tool.settings).filter(({ name }) => !gone.has(name));
        const settings = { ...tool.settings, tools: [...kept, ...approved] };
        return update(actor, { id, ifMatch: [version] }, { settings });
      });
    },
  };
}

/** Approved definitions must be of the server that the tool still has. */
function demandSameServer(seen: Values, now: Values): void {
  if (seen['url'] !== now['url']) throw changed('The address of the server has changed meanwhile.');
}

const changed = (message: string) =>
  new AppError('definition_changed', message, { hint: 'List the definitions again, and approve what you see then.' });

/** The definition that the server has now, if it is the one that was seen. */
function seenDefinition(
  seen: { readonly name: string; readonly digest: string },
  live: readonly McpDefinition[],
  index: number,
): PinnedTool {
  const definition = live.find(({ name }) => name === seen.name);
  if (definition === undefined) throw changed(`The server has no tool ${seen.name}.`);
  const { name, description, inputSchema } = definition;
  const digest = definitionDigest(definition);
  if (digest !== seen.digest) throw changed(`The definition of ${name} has changed since it was listed.`);
  const problem = problemOf(definition);
  if (problem !== null) throw invalid([{ path: `approve.${index}`, message: `can’t be approved: ${problem}` }]);
  return { name, description, inputSchema, digest, approved: true };
}

/** Why a definition can't be approved; null if it can. */
function problemOf({ inputSchema }: McpDefinition): string | null {
  const [first] = checkSchema(inputSchema);
  if (first === undefined) return null;
  return `its input schema${first.path === '' ? '' : ` at ${first.path}`} ${first.message}`;
}

function compared(pin: PinState): ToolDefinitions['items'][number] {
  const { name, state } = pin;
  const definition = state === 'changed' ? pin.after : pin.definition;
  const { description, inputSchema } = definition;
  return {
    ...{ name, state: state === 'unapproved' ? 'new' : state, digest: definitionDigest(definition) },
    definition: { description, inputSchema: { ...inputSchema } },
    // A tool with another name is another tool.
    changes:
      state === 'changed'
        ? pin.diff.flatMap(({ field, ...values }) => (field === 'name' ? [] : [{ field, ...values }]))
        : [],
    problem: state === 'missing' ? null : problemOf(definition),
  };
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import type { ModelTool } from '../../models/model.ts';
import { parseUrl } from '../../parse-url.ts';
import type { KindCall, KindNeeds, KindOutput, KindTool, ToolKind, Values } from '../kind.ts';
import { byHandProblems, OAuthByHand } from '../oauth/by-hand.ts';
import { clientSecretName } from '../oauth/secret-names.ts';
import { checkSchema } from '../schemas/check-schema.ts';
import { callTool, listTools, type McpEra } from './client.ts';
import { McpError } from './error.ts';
import { fillHeaders, headerProblems } from './headers.ts';
import { type McpListing, maxTools } from './listing.ts';
import { definitionDigest, modelNames, type PinnedTool } from './pins.ts';
import type { McpServer } from './wire.ts';

const HeaderField = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9-]{1,100}$',
      description: 'Name of the header.',
      examples: ['Authorization'],
    }),
    value: Type.String({
      maxLength: 2_000,
      pattern: '^[\\t\\x20-\\x7e]*$',
      description: 'Its value. `{{secret.NAME}}` stands for a secret of the tool.',
      examples: ['Bearer {{secret.TOKEN}}'],
    }),
  },
  { additionalProperties: false },
);

const PinnedField = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Its name at the server.',
      examples: ['create_issue'],
    }),
    description: Type.String({
      maxLength: 8_000,
      description: 'Its description for the model.',
      examples: ['Creates an issue.'],
    }),
    inputSchema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The JSON Schema of its arguments.',
      examples: [{ type: 'object', properties: { title: { type: 'string' } } }],
    }),
    digest: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the canonical JSON of name, description and input schema.',
      examples: ['eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc'],
    }),
    approved: Type.Boolean({ description: 'True if models may call it.', examples: [true] }),
  },
  { additionalProperties: false },
);

/** Settings of a tool that is an MCP server. */
const McpSettings = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Address of the server, which speaks MCP over streamable HTTP.',
      examples: ['https://mcp.example.com/mcp'],
    }),
    headers: Type.Optional(
      Type.Array(HeaderField, { maxItems: 20, description: 'Headers of each request; none by default.' }),
    ),
    oauth: Type.Optional(OAuthByHand),
    tools: Type.Optional(
      Type.Array(PinnedField, {
        maxItems: maxTools,
        description: 'Its tools as they were seen; models are told these definitions, and may call approved ones.',
      }),
    ),
  },
  { additionalProperties: false },
);

type McpSettings = Static<typeof McpSettings>;

/** Lifetime of a listing in ms, and max listings in memory. */
const listingMs = 60_000;
const maxListings = 200;

/** The digests of what a server lists, by the names of its tools. */
interface Listed {
  readonly digests: ReadonlyMap<string, string>;
  readonly era: McpEra;
}

/** Clock of the listings, in ms. */
interface Clock {
  now(): number;
}

/** Creates the kind `mcp`, with listings of its own. */
export function createMcpTool(clock: Clock = performance): ToolKind {
  const listings = new LRUCache<string, Listed>({ max: maxListings, ttl: listingMs, ttlResolution: 0, perf: clock });

  /** Lists the tools of a server, and keeps their digests. */
  const list = async (server: McpServer, call: KindCall): Promise<Listed> => {
    const { tools, era } = await listTools(server, call.signal);
    const digests = new Map(tools.map((definition) => [definition.name, definitionDigest(definition)]));
    listings.set(keyOf(call.tool.id, server), { digests, era });
    return { digests, era };
  };

  const run = async ({ outbound }: KindNeeds, call: KindCall): Promise<KindOutput> => {
    const { tool, signal } = call;
    const pin = pinOf(tool, call.name);
    const server = serverOf(outbound, call);
    const digest = definitionDigest(pin);
    const known = listings.get(keyOf(tool.id, server));
    // A definition that was approved after the listing is newer than it.
    const isKnown = known?.digests.get(pin.name) === digest;
    const { digests, era } = known !== undefined && isKnown ? known : await list(server, call);
    const live = digests.get(pin.name);
    if (live !== digest) {
      const what = live === undefined ? 'is no longer offered by its server' : 'has changed since it was approved';
      throw refused('definition_changed', `The definition of ${pin.name} ${what}.`);
    }
    const { name, inputSchema } = pin;
    return callTool(server, { name, arguments: call.arguments, inputSchema, signal, era });
  };

  return {
    title: 'MCP server',
    description: 'Tools of a remote server that speaks the Model Context Protocol over streamable HTTP.',
    settings: McpSettings,
    takesSchema: false,
    problems: ({ settings }, secretNames) => problemsOf(settingsOf(settings), secretNames),
    secretsGoTo: (settings) => parseUrl(settingsOf(settings).url)?.origin ?? null,
    accountFor: (settings) => {
      const { url: serverUrl, oauth } = settingsOf(settings);
      return { serverUrl, oauth, isOptional: true };
    },
    definitions,
    modelName: (tool, name) => namesOf(tool).get(name),
    run,
  };
}

/** The kind `mcp`. */
export const mcpTool: ToolKind = createMcpTool();

/** The settings of a tool, which are valid for the schema. */
const settingsOf = (settings: Values): McpSettings => settings as McpSettings;

const refused = (kind: 'not_approved' | 'definition_changed', message: string) =>
  new McpError(message, { kind, outcome: 'not_run' });

/** The server of a tool, with its credentials. */
function serverOf({ fetch }: KindNeeds['outbound'], { tool, secrets }: Pick<KindCall, 'tool' | 'secrets'>): McpServer {
  const { url, headers = [] } = settingsOf(tool.settings);
  return { url, headers: fillHeaders(headers, secrets), fetch, timeoutMs: tool.timeoutMs };
}

/** Lists the tools that the server of a tool has now. Rejects with an `McpError`. */
export const listServer = async (
  outbound: KindNeeds['outbound'],
  call: Pick<KindCall, 'tool' | 'secrets' | 'signal'>,
): Promise<McpListing> => listTools(serverOf(outbound, call), call.signal);

/** The pinned definitions in settings that are valid. */
export const pinsIn = (settings: Values): readonly PinnedTool[] => settingsOf(settings).tools ?? [];

/** Tells listings apart by tool, address and credentials. */
const keyOf = (id: string, { url, headers }: McpServer): string =>
  createHash('sha256')
    .update(JSON.stringify([id, url, headers]))
    .digest('base64');

const namesOf = (tool: KindTool): ReadonlyMap<string, string> =>
  modelNames(
    tool.name,
    (settingsOf(tool.settings).tools ?? []).map(({ name }) => name),
  );

/** The approved tools, by the names that models use. */
function definitions(tool: KindTool): readonly ModelTool[] {
  const names = namesOf(tool);
  return (settingsOf(tool.settings).tools ?? [])
    .filter(({ approved }) => approved)
    .map(({ name, description, inputSchema }) => ({ name: names.get(name) ?? name, description, inputSchema }));
}

function pinOf(tool: KindTool, called: string): PinnedTool {
  const names = namesOf(tool);
  const pin = (settingsOf(tool.settings).tools ?? []).find(({ name }) => names.get(name) === called);
  if (pin?.approved !== true) throw refused('not_approved', `The tool ${called} is not approved.`);
  return pin;
}

function problemsOf({ url, headers = [], oauth, tools = [] }: McpSettings, secretNames: readonly string[]) {
  const sent = secretNames.filter((name) => name !== clientSecretName);
  return [
    ...urlProblems(url),
    ...headerProblems(headers, sent),
    ...byHandProblems(oauth, false),
    ...pinProblems(tools),
  ];
}

function urlProblems(text: string): ErrorDetail[] {
  const url = parseUrl(text);
  const path = 'settings.url';
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return [{ path, message: 'must be a URL with http or https' }];
  }
  if (url.username !== '' || url.password !== '') {
    return [{ path, message: 'must not contain a user name or password; use a header with a secret' }];
  }
  return url.hash === '' ? [] : [{ path, message: 'must not have a fragment' }];
}

function pinProblems(tools: readonly PinnedTool[]): ErrorDetail[] {
  const seen = new Set<string>();
  return tools.flatMap((pin, index) => {
    const path = `settings.tools.${index}`;
    const problems: ErrorDetail[] = [];
    if (seen.has(pin.name)) problems.push({ path: `${path}.name`, message: 'must not be there twice' });
    seen.add(pin.name);
    if (definitionDigest(pin) !== pin.digest) {
      problems.push({ path: `${path}.digest`, message: 'is not that of the definition' });
    }
    if (pin.approved) problems.push(...schemaProblems(pin, path));
    return problems;
  });
}

/** Only a schema that arguments can be checked by is approved. */
const schemaProblems = ({ inputSchema }: PinnedTool, path: string): readonly ErrorDetail[] =>
  checkSchema(inputSchema).map((problem) => ({
    path: `${path}.inputSchema${problem.path === '' ? '' : `.${problem.path}`}`,
    message: problem.message,
  }));

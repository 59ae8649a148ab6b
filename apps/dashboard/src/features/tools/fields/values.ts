import type { Tool, ToolCreateParams } from '@parley/sdk';
import type { ToolKindName } from '../tool-words.ts';
import { agentsOf, type HandoverAgent, handoverFunction, handoverProblem, sentAgents } from './handover-values.ts';
import { type Inputs, newKey, parseSchema, rowsOf, rowsProblem, schemaOf } from './inputs.ts';
import {
  accountOf,
  clientSecretName,
  clientSecretOf,
  noClient,
  type OAuthValues,
  oauthOf,
  oauthValuesOf,
  validateClient,
} from './oauth-values.ts';

/** A name and a value in a list of the form. */
export interface Pair {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** True for a stored secret: its value is unknown, and stays unless another one is typed. */
  readonly isStored?: boolean;
}

/** A tool, as a form has it. */
export interface ToolValues extends OAuthValues {
  type: ToolKindName;
  name: string;
  description: string;
  inputs: Inputs;
  method: string;
  url: string;
  headers: readonly Pair[];
  secrets: readonly Pair[];
  /** Statuses that are a success, apart by commas. */
  success: string;
  /** The parts of the response that the model gets: a name and a JSON Pointer. */
  response: readonly Pair[];
  function: string;
  /** The agents to which a tool hands over. */
  agents: readonly HandoverAgent[];
  /** The account with which it is called. */
  auth: Tool['auth'];
  approvers: readonly string[];
  approvalSeconds: number;
}

const day = 86_400;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown, usual = ''): string => (typeof value === 'string' ? value : usual);
const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The values of a new tool. */
export const newValues: ToolValues = {
  ...{ type: 'http', name: '', description: '', inputs: { rows: [] }, method: 'GET', url: '', headers: [] },
  ...{ secrets: [], success: '200-299', response: [], function: '', agents: [], auth: 'none' },
  ...noClient,
  ...{ approvers: [], approvalSeconds: day },
};

/** The values of a tool in a form. */
export function valuesOf(tool: Tool): ToolValues {
  const { type, name, description, inputSchema, settings, secretNames, approvers, approvalSeconds } = tool;
  const rows = rowsOf(inputSchema, object(settings['placement']));
  return {
    ...{ type, name, description, approvers, approvalSeconds },
    auth: accountOf(tool),
    ...oauthValuesOf(tool),
    inputs: rows === undefined ? { json: JSON.stringify(inputSchema, null, 2) } : { rows },
    method: text(settings['method'], 'GET'),
    url: text(settings['url']),
    headers: pairsOf(settings['headers'], 'value'),
    secrets: secretNames
      .filter((secret) => type !== 'http' || secret !== clientSecretName)
      .map((secret) => ({ key: newKey(), name: secret, value: '', isStored: true })),
    success: list(settings['success']).join(', ') || newValues.success,
    response: pairsOf(settings['response'], 'pointer'),
    function: text(settings['function']),
    agents: agentsOf(settings),
  };
}

const pairsOf = (items: unknown, valueName: string): readonly Pair[] =>
  list(items)
    .map(object)
    .map((item) => ({ key: newKey(), name: text(item['name']), value: text(item[valueName]) }));

/** The fields of a tool that a form sends, for a new one or a change. `stored` has the settings that the form doesn't show. */
export function bodyOf(values: ToolValues, stored?: Tool): Omit<ToolCreateParams, 'type' | 'secrets'> {
  const { type, name, description, auth, approvers, approvalSeconds } = values;
  const isShown = type === 'mcp' || type === 'http';
  return {
    ...{ name: name.trim(), description: description.trim(), approvers: [...approvers], approvalSeconds },
    ...((type === 'http' || type === 'client') && { inputSchema: schemaIn(values) }),
    ...(isShown && (stored === undefined || accountOf(stored) !== auth) && { auth }),
    settings: settingsOf(values, stored),
  };
}

/** The secrets that a form sets; null deletes one that is stored. */
export function secretsOf(values: ToolValues, stored?: Tool): Record<string, string | null> {
  const secrets = [...values.secrets, ...clientSecretOf(values, stored)];
  const names = new Set(secrets.map(({ name }) => name.trim()));
  const gone = (stored?.secretNames ?? []).filter((name) => !names.has(name)).map((name) => [name, null] as const);
  const set = secrets.filter(({ value }) => value !== '').map(({ name, value }) => [name.trim(), value] as const);
  return Object.fromEntries([...gone, ...set]);
}

function schemaIn({ inputs }: ToolValues): Record<string, unknown> | null {
  if ('rows' in inputs) return schemaOf(inputs.rows);
  const schema = parseSchema(inputs.json);
  return typeof schema === 'string' ? null : schema;
}

function settingsOf(values: ToolValues, stored: Tool | undefined): Record<string, unknown> {
  if (values.type === 'client') return {};
  if (values.type === 'builtin') {
    const { function: chosen, agents } = values;
    return { function: chosen, ...(chosen === handoverFunction && { agents: sentAgents(agents) }) };
  }
  const { inputs, method, success, response } = values;
  const url = values.url.trim();
  const headers = values.headers.map(({ name, value }) => ({ name: name.trim(), value }));
  if (values.type === 'mcp') {
    const { tools, ...others } = stored?.settings ?? {};
    // An approval is of one server only.
    return { ...others, ...(tools !== undefined && others['url'] === url && { tools }), url, headers };
  }
  const { oauth: _, ...kept } = stored?.settings ?? {};
  const oauth = oauthOf(values, stored);
  const placed = 'rows' in inputs ? inputs.rows.filter(({ place }) => place !== '') : undefined;
  const placement = placed?.map(({ name, place }) => [name.trim(), place]);
  return {
    ...kept,
    ...{ method, url, headers },
    ...(oauth !== undefined && { oauth }),
    ...(placement !== undefined && { placement: Object.fromEntries(placement) }),
    success: success.split(/[\s,]+/).filter((each) => each !== ''),
    response: response.map(({ name, value }) => ({
      pointer: value.trim(),
      ...(name.trim() !== '' && { name: name.trim() }),
    })),
  };
}

/** The problem with a field before it is sent. */
export const validate = {
  name: (name: string) =>
    /^[a-zA-Z0-9_-]{1,64}$/.test(name.trim()) ? null : 'Use 1 to 64 letters, digits, _ and -: find_order.',
  description: (description: string) =>
    description.trim() === '' ? 'Say what it does, and when to call it: the model decides by this.' : null,
  inputs: (inputs: Inputs) => {
    if ('rows' in inputs) return rowsProblem(inputs.rows) ?? null;
    const schema = parseSchema(inputs.json);
    return typeof schema === 'string' ? schema : null;
  },
  url: (url: string, { type }: ToolValues) =>
    (type === 'http' || type === 'mcp') && !/^https?:\/\/\S+$/.test(url.trim())
      ? 'Enter an address that begins with https://.'
      : null,
  success: (success: string, { type }: ToolValues) =>
    type === 'http' && success.trim() === '' ? 'Enter at least one status, such as 200-299.' : null,
  function: (chosen: string, { type }: ToolValues) =>
    type === 'builtin' && chosen === '' ? 'Choose a function.' : null,
  agents: (agents: readonly HandoverAgent[], { type, function: chosen }: ToolValues) =>
    type === 'builtin' && chosen === handoverFunction ? handoverProblem(agents) : null,
  ...validateClient,
};

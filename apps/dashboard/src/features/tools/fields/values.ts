import type { Tool, ToolCreateParams } from '@parley/sdk';
import type { ToolKindName } from '../tool-words.ts';
import { type Inputs, newKey, parseSchema, rowsOf, rowsProblem, schemaOf } from './inputs.ts';

/** A name and a value in a list of the form. */
export interface Pair {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** True for a stored secret: its value is unknown, and stays unless another one is typed. */
  readonly isStored?: boolean;
}

/** A tool, as a form has it. */
export interface ToolValues {
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
  ...{ secrets: [], success: '200-299', response: [], function: '', auth: 'none' },
  ...{ approvers: [], approvalSeconds: day },
};

/** The values of a tool in a form. */
export function valuesOf(tool: Tool): ToolValues {
  const { type, name, description, inputSchema, settings, secretNames, auth, approvers, approvalSeconds } = tool;
  const rows = rowsOf(inputSchema, object(settings['placement']));
  return {
    ...{ type, name, description, auth, approvers, approvalSeconds },
    inputs: rows === undefined ? { json: JSON.stringify(inputSchema, null, 2) } : { rows },
    method: text(settings['method'], 'GET'),
    url: text(settings['url']),
    headers: pairsOf(settings['headers'], 'value'),
    secrets: secretNames.map((secret) => ({ key: newKey(), name: secret, value: '', isStored: true })),
    success: list(settings['success']).join(', ') || newValues.success,
    response: pairsOf(settings['response'], 'pointer'),
    function: text(settings['function']),
  };
}

const pairsOf = (items: unknown, valueName: string): readonly Pair[] =>
  list(items)
    .map(object)
    .map((item) => ({ key: newKey(), name: text(item['name']), value: text(item[valueName]) }));

/** The fields of a tool that a form sends, for a new one or a change. `stored` has the settings that the form doesn't show. */
export function bodyOf(values: ToolValues, stored?: Tool): Omit<ToolCreateParams, 'type' | 'secrets'> {
  const { type, name, description, approvers, approvalSeconds } = values;
  return {
    ...{ name: name.trim(), description: description.trim(), approvers: [...approvers], approvalSeconds },
    ...((type === 'http' || type === 'client') && { inputSchema: schemaIn(values) }),
    ...(type === 'mcp' && { auth: values.auth }),
    settings: settingsOf(values, stored),
  };
}

/** The secrets that a form sets; null deletes one that is stored. */
export function secretsOf({ secrets }: ToolValues, stored: readonly string[] = []): Record<string, string | null> {
  const names = new Set(secrets.map(({ name }) => name.trim()));
  const gone = stored.filter((name) => !names.has(name)).map((name) => [name, null] as const);
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
  if (values.type === 'builtin') return { function: values.function };
  const { inputs, method, success, response } = values;
  const url = values.url.trim();
  const headers = values.headers.map(({ name, value }) => ({ name: name.trim(), value }));
  if (values.type === 'mcp') {
    const { tools, ...others } = stored?.settings ?? {};
    // An approval is of one server only.
    return { ...others, ...(tools !== undefined && others['url'] === url && { tools }), url, headers };
  }
  const placed = 'rows' in inputs ? inputs.rows.filter(({ place }) => place !== '') : undefined;
  const placement = placed?.map(({ name, place }) => [name.trim(), place]);
  return {
    ...stored?.settings,
    ...{ method, url, headers },
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
};

import { isObject } from '../../models/chat-wire/json.ts';
import type { HeaderRecord } from '../../outbound/exchange/headers.ts';
import type { KindCall, Values } from '../kind.ts';
import { accessTokenSecret } from '../oauth/secret-names.ts';
import { type HttpSettings, readSettings } from './settings.ts';
import { encode, fillHeader, fillUrl, InputRefused, inputsOf, isAbsent, readTemplate, textOf } from './template.ts';

/** A request that is ready to be sent. */
export interface BuiltRequest {
  readonly method: HttpSettings['method'];
  readonly url: string;
  readonly headers: HeaderRecord;
  readonly body: string | undefined;
  /** Names of the headers that no other origin may get. */
  readonly secretHeaders: readonly string[];
}

/** The place of an input that the address doesn't name. */
export function placeOf(name: string, { method, placement }: HttpSettings): 'query' | 'header' | 'body' {
  const place = Object.hasOwn(placement, name) ? placement[name] : undefined;
  return place ?? (hasBody(method) ? 'body' : 'query');
}

/** True if a request of this method may have a body. */
export const hasBody = (method: HttpSettings['method']): boolean => method !== 'GET' && method !== 'DELETE';

/** Builds the request of a call. Throws `InputRefused` if its inputs allow none. */
export function buildRequest({ tool, arguments: given, secrets, idempotencyKey }: KindCall): BuiltRequest {
  const settings = readSettings(tool.settings);
  const template = readTemplate(settings.url);
  if (typeof template === 'string') throw new InputRefused(`The address of this tool ${template}.`);
  const inputs = withDefaults(tool.inputSchema, given);
  const url = fillUrl(template, { inputs, secrets });
  const inUrl = new Set(inputsOf(template));
  const rest = Object.entries(inputs).filter(([name, value]) => !inUrl.has(name) && value !== undefined);
  const at = (place: string) => rest.filter(([name]) => placeOf(name, settings) === place);
  const query = at('query').flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => !isAbsent(each))
      .map((each) => `${encode(name)}=${encode(textOf(each))}`),
  );
  if (query.length > 0) url.search = [...(url.search === '' ? [] : [url.search.slice(1)]), ...query].join('&');
  const members = at('body');
  const body = members.length > 0 || hasBodyInputs(tool.inputSchema, settings, inUrl) ? members : undefined;
  const own: Record<string, string> = {
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(tool.idempotent && { 'idempotency-key': idempotencyKey }),
  };
  for (const [name, value] of at('header')) if (!isAbsent(value)) own[name.toLowerCase()] = textOf(value);
  for (const { name, value } of settings.headers) own[name.toLowerCase()] = fillHeader(value, secrets);
  const { [accessTokenSecret]: token } = secrets;
  if (settings.oauth !== undefined && token !== undefined) own['authorization'] = `Bearer ${token}`;
  return {
    method: settings.method,
    url: url.href,
    headers: own,
    body: body === undefined ? undefined : JSON.stringify(Object.fromEntries(body)),
    secretHeaders: Object.keys(own).filter((name) => name !== 'accept' && name !== 'content-type'),
  };
}

/** The inputs of a schema, by their names. */
export function inputsIn(schema: Values | null): Values {
  const properties = schema?.['properties'];
  return isObject(properties) ? properties : {};
}

/** The arguments, with the `default` of each input that isn't given. */
function withDefaults(schema: Values | null, given: Values): Values {
  const defaults = Object.entries(inputsIn(schema)).flatMap(([name, input]) =>
    isObject(input) && Object.hasOwn(input, 'default') ? [[name, input['default']] as const] : [],
  );
  return Object.fromEntries([...defaults, ...Object.entries(given)]);
}

/** True if an input may go into the body: it is an object then, even without members. */
const hasBodyInputs = (schema: Values | null, settings: HttpSettings, inUrl: ReadonlySet<string>) =>
  Object.keys(inputsIn(schema)).some((name) => !inUrl.has(name) && placeOf(name, settings) === 'body');

import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ErrorDetail } from '../../errors.ts';
import { isObject } from '../../models/chat-wire/json.ts';
import type { KindTool, Values } from '../kind.ts';
import { byHandProblems } from '../oauth/by-hand.ts';
import { clientSecretName } from '../oauth/secret-names.ts';
import { readPointer } from '../schemas/references.ts';
import { hasBody, inputsIn, placeOf } from './request.ts';
import { type HttpSettings, readSettings } from './settings.ts';
import { inputsOf, partsOf, readTemplate, secretsOf, type UrlTemplate } from './template.ts';

type Named = ReadonlySet<string>;

/** Headers that the service sets itself, or that are about one connection only. */
const refusedHeaders = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'http2-settings'],
  ...['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  'user-agent',
]);

/** Finds what is wrong with the settings of an HTTP tool that the schema can't find. */
export function problems(
  { inputSchema, settings: given }: Pick<KindTool, 'inputSchema' | 'settings'>,
  secretNames: readonly string[],
): readonly ErrorDetail[] {
  const settings = readSettings(given);
  const secrets = new Set(secretNames.filter((name) => name !== clientSecretName));
  const template = readTemplate(settings.url);
  if (typeof template === 'string') return [{ path: 'settings.url', message: template }];
  return [
    ...urlProblems(template, { inputSchema, secrets }),
    ...headerProblems(settings, secrets),
    ...byHandProblems(settings.oauth, true),
    ...placementProblems(settings, template, inputSchema),
    ...responseProblems(settings),
  ];
}

interface Around {
  readonly inputSchema: Values | null;
  readonly secrets: Named;
}

function urlProblems(template: UrlTemplate, { inputSchema, secrets }: Around): readonly ErrorDetail[] {
  const known = inputsIn(inputSchema);
  const all = [...template.segments, ...template.query.map(({ value }) => value)].flat();
  const unknown = unique(inputsOf(template)).filter((name) => !Object.hasOwn(known, name));
  const optional = unique(inputsOf(template, true)).filter(
    (name) => Object.hasOwn(known, name) && !isCertain(inputSchema, name),
  );
  return [
    ...unknown.map((name) => ({ path: 'settings.url', message: `names {${name}}, which is no input` })),
    ...optional.map((name) => ({
      path: 'settings.url',
      message: `has {${name}} in its path, so the input must be required or have a default`,
    })),
    ...missing('settings.url', secretsOf(all), secrets),
  ];
}

/** True if an input always has a value. */
function isCertain(schema: Values | null, name: string): boolean {
  const { [name]: input } = inputsIn(schema);
  const required = schema?.['required'];
  return (Array.isArray(required) && required.includes(name)) || (isObject(input) && Object.hasOwn(input, 'default'));
}

function headerProblems({ headers, oauth }: HttpSettings, secrets: Named): readonly ErrorDetail[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return headers.flatMap(({ name, value }, at) => {
    const path = `settings.headers.${at}`;
    const wrong = headerProblem(name, value);
    return [
      ...(wrong === undefined ? [] : [{ path: `${path}.${wrong.of}`, message: wrong.message }]),
      ...(oauth !== undefined && names[at] === 'authorization'
        ? [{ path: `${path}.name`, message: 'has the token of the account, because `oauth` is set' }]
        : []),
      ...(names.indexOf(name.toLowerCase()) < at ? [{ path: `${path}.name`, message: 'is there twice' }] : []),
      ...missing(`${path}.value`, secretsOf(partsOf(value, { hasInputs: false })), secrets),
      ...(/\{\{(?!secret\.[A-Za-z0-9_-]{1,100}\}\})/.test(value)
        ? [{ path: `${path}.value`, message: 'has a placeholder that is not {{secret.NAME}}' }]
        : []),
    ];
  });
}

function headerProblem(name: string, value: string) {
  if (refusedHeaders.has(name.toLowerCase())) return { of: 'name', message: 'is set by the service' };
  if (!isValid(() => validateHeaderName(name))) return { of: 'name', message: 'is no name of a header' };
  if (!isValid(() => validateHeaderValue(name, value)))
    return { of: 'value', message: 'has characters that no header has' };
  return undefined;
}

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const missing = (path: string, names: readonly string[], secrets: Named): readonly ErrorDetail[] =>
  unique(names)
    .filter((name) => !secrets.has(name))
    .map((name) => ({ path, message: `names the secret ${name}, which is not given` }));

function placementProblems(
  settings: HttpSettings,
  template: UrlTemplate,
  schema: Values | null,
): readonly ErrorDetail[] {
  const { method, headers, oauth, placement } = settings;
  const known = inputsIn(schema);
  const inUrl = new Set(inputsOf(template));
  const fixed = new Set(headers.map(({ name }) => name.toLowerCase()));
  if (oauth !== undefined) fixed.add('authorization');
  const inQuery = new Set(template.query.map(({ name }) => name));
  const placed = Object.keys(placement).flatMap((name) => {
    const path = `settings.placement.${name.slice(0, 100)}`;
    if (!Object.hasOwn(known, name)) return [{ path, message: 'is no input' }];
    if (inUrl.has(name)) return [{ path, message: 'is an input that the address names already' }];
    if (placement[name] === 'body' && !hasBody(method)) return [{ path, message: `must not be body for ${method}` }];
    return [];
  });
  const clashing = Object.keys(known).flatMap((name) => {
    if (inUrl.has(name)) return [];
    const path = `inputSchema.properties.${name.slice(0, 100)}`;
    const place = placeOf(name, settings);
    if (place === 'query' && inQuery.has(name))
      return [{ path, message: 'has the name of a value that the query has' }];
    if (place !== 'header') return [];
    if (fixed.has(name.toLowerCase())) return [{ path, message: 'has the name of a header that is set' }];
    const wrong = headerProblem(name, '');
    return wrong === undefined ? [] : [{ path, message: `can't be a header: it ${wrong.message}` }];
  });
  return [...placed, ...clashing];
}

function responseProblems({ success, response }: HttpSettings): readonly ErrorDetail[] {
  const names = response.map(({ name, pointer }) => name ?? readPointer(pointer)?.at(-1) ?? 'value');
  return [
    ...success.flatMap((range, at) => {
      const [from = '', to = from] = range.split('-');
      return Number(from) > Number(to)
        ? [{ path: `settings.success.${at}`, message: 'must not end before it begins' }]
        : [];
    }),
    ...response.flatMap(({ pointer }, at) => {
      const path = `settings.response.${at}`;
      const isPointer = readPointer(pointer) !== undefined;
      return [
        ...(isPointer ? [] : [{ path: `${path}.pointer`, message: 'must be a JSON Pointer, such as /order/status' }]),
        ...(names.indexOf(names[at] ?? '') < at ? [{ path, message: `names ${names[at]} twice: give it a name` }] : []),
      ];
    }),
  ];
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

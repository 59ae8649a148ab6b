import { parseUrl } from '../../parse-url.ts';

/** A part of a template: text as it is, an input, or a secret. */
export type Part =
  | { readonly text: string }
  | { readonly input: string }
  /** `{{secret.NAME}}`. */
  | { readonly secret: string };

const placeholder = /\{\{secret\.([A-Za-z0-9_-]{1,100})\}\}|\{([^{}]{1,100})\}/g;
const secretOnly = /\{\{secret\.([A-Za-z0-9_-]{1,100})\}\}/g;

/** Divides a text at its placeholders; with `hasInputs` false, only secrets are placeholders. */
export function partsOf(text: string, { hasInputs }: { readonly hasInputs: boolean }): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: secret, 2: input, index } of text.matchAll(hasInputs ? placeholder : secretOnly)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    if (secret !== undefined) parts.push({ secret });
    else if (input !== undefined) parts.push({ input });
    end = index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A URL template, read. */
export interface UrlTemplate {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The parts between the slashes of the path. */
  readonly segments: readonly (readonly Part[])[];
  readonly query: readonly { readonly name: string; readonly value: readonly Part[] }[];
}

/** Reads a URL template; returns what is wrong with it as a text. Its host is fixed, whatever the inputs are. */
export function readTemplate(url: string): UrlTemplate | string {
  if (/[\s\\]|[^\x20-\x7e\u00a0-\uffff]/u.test(url)) return 'must have no white space, backslash or control character';
  const [, scheme, authority = '', path = '', query] =
    /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i.exec(url) ?? [];
  if (scheme === undefined) return 'must be an http or https URL without a fragment';
  if (/[{}]/.test(authority)) return 'must have no placeholder in its host or port';
  if (authority.includes('@')) return 'must have no user name or password: use a header with a secret';
  const base = parseUrl(`${scheme}://${authority}/`);
  if (authority === '' || base === undefined || base.username !== '') return 'must have a valid host';
  const segments = (path === '' ? '/' : path)
    .slice(1)
    .split('/')
    .map((each) => partsOf(each, { hasInputs: true }));
  const pairs = query === undefined || query === '' ? [] : query.split('&').map(readPair);
  const wrong = pairs.find(({ name }) => /[{}]/.test(name));
  if (wrong !== undefined) return 'must have placeholders in values of its query only, not in their names';
  const texts = [...segments, ...pairs.map(({ value }) => value)].flat();
  if (segments.some((parts) => isStep(parts.map((part) => ('text' in part ? part.text : 'x')).join('')))) {
    return 'must have no . or .. in its path';
  }
  if (texts.some((part) => 'text' in part && /[{}]/.test(part.text))) return 'has a brace that is no placeholder';
  return { origin: base.origin, segments, query: pairs };
}

function readPair(pair: string) {
  const at = pair.indexOf('=');
  const name = at === -1 ? pair : pair.slice(0, at);
  return { name, value: at === -1 ? [] : partsOf(pair.slice(at + 1), { hasInputs: true }) };
}

/** The names of inputs that a template has, in its path or in all. */
export const inputsOf = ({ segments, query }: UrlTemplate, isPathOnly = false): readonly string[] =>
  [...segments, ...(isPathOnly ? [] : query.map(({ value }) => value))]
    .flat()
    .flatMap((part) => ('input' in part ? [part.input] : []));

/** The names of secrets that parts have. */
export const secretsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => ('secret' in part ? [part.secret] : []));

/** A request that can't be built from its inputs; the message is for the model. */
export class InputRefused extends Error {}

/** The values of placeholders, by their names. */
export interface Fillings {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Fills a URL template. Each value is encoded, so that it stays in its segment or its value. Throws `InputRefused` for
 * one that is missing in the path, or that some server could take for a step to another path.
 */
export function fillUrl({ origin, segments, query }: UrlTemplate, fillings: Fillings): URL {
  const path = segments.map((parts) => `/${fillSegment(parts, fillings)}`).join('');
  const url = new URL(origin + path);
  // Neither can happen: a last look, because all depends on it.
  if (url.origin !== origin || url.pathname.split('/').length !== segments.length + 1) {
    throw new InputRefused('The inputs lead to another address.');
  }
  const pairs = query.flatMap(({ name, value }) => fillPair(name, value, fillings));
  if (pairs.length > 0) url.search = pairs.join('&');
  return url;
}

function fillSegment(parts: readonly Part[], { inputs, secrets }: Fillings): string {
  const texts = parts.map((part) => {
    if ('text' in part) return part.text;
    if ('secret' in part) return encode(secretOf(secrets, part.secret));
    return encode(pathValue(part.input, own(inputs, part.input)));
  });
  const segment = texts.join('');
  if (parts.some((part) => 'input' in part) && isStep(segment)) {
    throw new InputRefused('An input leads to another path.');
  }
  return segment;
}

function pathValue(name: string, value: unknown): string {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  const text = isScalar ? String(value) : '';
  // Without a value, DELETE /orders/{id} would be DELETE /orders/.
  if (text === '') throw new InputRefused(`The input ${name} must have a value: it is part of the path.`);
  if (leaves(text)) throw new InputRefused(`The input ${name} must not lead to another path.`);
  return text;
}

/** Times that servers in a row may decode a path. */
const decodings = 3;

/** True if a value is, or has between slashes, a step to another path, for a server that decodes it several times. */
function leaves(value: string): boolean {
  let text = value;
  for (let at = 0; at <= decodings; at += 1) {
    if (text.split(/[/\\]/).some(isStep)) return true;
    // Some servers decode what is valid, and leave the rest.
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === text) return false;
    text = next;
  }
  // No identifier is encoded more often than that.
  return true;
}

/** True for `.` and `..`, also with what some servers cut off: parameters, spaces, control characters. */
const isStep = (segment: string): boolean =>
  /^(?:\.|%2e){1,2}$/i.test(segment.replace(/;.*$/s, '').replace(/[\s\p{Cc}]/gu, ''));

function fillPair(name: string, value: readonly Part[], fillings: Fillings): readonly string[] {
  const absent = value.some((part) => 'input' in part && isAbsent(own(fillings.inputs, part.input)));
  if (absent) return [];
  const [only, ...others] = value;
  const list = only !== undefined && 'input' in only && others.length === 0 ? own(fillings.inputs, only.input) : null;
  // A list that is a whole value is repeated: a=1&a=2.
  if (Array.isArray(list)) return list.map((each) => `${name}=${encode(textOf(each))}`);
  if (value.length === 0) return [name];
  const texts = value.map((part) => {
    if ('text' in part) return part.text;
    return encode(
      'secret' in part ? secretOf(fillings.secrets, part.secret) : textOf(own(fillings.inputs, part.input)),
    );
  });
  return [`${name}=${texts.join('')}`];
}

/** Fills a header, whose placeholders are secrets. */
export const fillHeader = (value: string, secrets: Fillings['secrets']): string =>
  partsOf(value, { hasInputs: false })
    .map((part) => {
      if ('secret' in part) return secretOf(secrets, part.secret);
      return 'text' in part ? part.text : '';
    })
    .join('');

/** True for an input that isn't given. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** An input as a text: scalars as they are, others as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Encodes a text so that it has no meaning in a URL. */
export const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const own = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function secretOf(secrets: Fillings['secrets'], name: string): string {
  const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret === undefined) throw new InputRefused(`The secret ${name} of this tool is not set.`);
  return secret;
}

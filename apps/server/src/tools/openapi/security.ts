import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { encode } from '../http/template.ts';
import { resolve, Unsupported } from './references.ts';

/** Parts of a request by which the API knows its sender. */
export interface Security {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Pairs of the query, as they stand in a URL template. */
  readonly query: readonly string[];
  readonly secretNames: readonly string[];
}

const none: Security = { headers: [], query: [], secretNames: [] };

/** Returns the first of an operation's ways to authenticate that a tool can go; Basic wants `user:password` in base64. */
export function securityOf(document: Json, operation: Json): Security {
  const asked = operation['security'] ?? document['security'];
  const ways = Array.isArray(asked) ? asked.filter(isObject) : [];
  if (ways.length === 0) return none;
  const possible = ways.map((way) => Object.keys(way).map((name) => schemeOf(document, name)));
  const found = possible.find((parts) => parts.every((part) => part !== undefined));
  if (found === undefined) throw new Unsupported('has no way to authenticate that is supported');
  const parts = found.flatMap((part) => (part === undefined ? [] : [part]));
  const headers = parts.flatMap((part) => part.headers);
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length) {
    throw new Unsupported('authenticates by the same header twice');
  }
  const query = parts.flatMap((part) => part.query);
  return { headers, query, secretNames: [...new Set(parts.flatMap((part) => part.secretNames))] };
}

function schemeOf(document: Json, name: string): Security | undefined {
  const { components } = document;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) return undefined;
  const scheme = resolve(document, schemes[name]);
  const secret =
    name
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase()
      .slice(0, 60) || 'KEY';
  const filled = `{{secret.${secret}}}`;
  const header = (of: string, value: string): Security => ({
    ...none,
    headers: [{ name: of, value }],
    secretNames: [secret],
  });
  const { type, in: place, name: key, scheme: kind } = scheme;
  if (type === 'oauth2' || type === 'openIdConnect') return header('Authorization', `Bearer ${filled}`);
  if (type === 'http') {
    const word = { bearer: 'Bearer', basic: 'Basic' }[String(kind).toLowerCase()];
    return word === undefined ? undefined : header('Authorization', `${word} ${filled}`);
  }
  if (type !== 'apiKey' || typeof key !== 'string') return undefined;
  if (place === 'header') return header(key, filled);
  if (place === 'cookie') return header('Cookie', `${key}=${filled}`);
  return place === 'query' ? { ...none, query: [`${encode(key)}=${filled}`], secretNames: [secret] } : undefined;
}

import { isObject, parseJson } from '../models/chat-wire/json.ts';
import { mark, redactValues, redactVendorKeys } from '../models/redact-secrets.ts';
import { isTooDeep } from './schemas/check-schema.ts';

/** Min characters of a secret that is looked for: a shorter one stands in any text by chance. */
const leastSecret = 4;

/** Max depth of JSON in texts in JSON. */
const maxNested = 3;

/** Max objects and lists inside each other that are read as JSON. */
const maxDepth = 200;

/** Names of what is secret, in lower case with `_` between words. */
const secretName =
  /(?:^|_)(?:passwords?|passwd|passphrase|pwd|secrets?|token|tokens|api_?keys?|authorization|cookies?|credentials?|private_key|access_key|client_secret|session_id|jwt|otp|pin_code)$/;

/** Names that end as secret ones do, and say which page comes next or how long a text is. */
const plainName =
  /(?:^|_)(?:next|previous|prev|page|continuation|sync|cursor|resume|max|min|total|prompt|completion|input|output|used|new)_(?:page_)?tokens?$|^tokens$/;

/** True for a name of a member or a header whose value is secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return secretName.test(words) && !plainName.test(words);
}

/**
 * Replaces secrets in a text by `[redacted]`: the given ones in any form, also encoded; the values of members and
 * headers with names such as `password`; and what looks like the key of a vendor. JSON stays JSON.
 */
export function mask(text: string, secrets: readonly string[]): string {
  const long = secrets.filter(({ length }) => length >= leastSecret);
  return maskNames(long.length === 0 ? text : redactValues(text, long), 0);
}

/** Masks by names, in JSON or in lines of text. */
function maskNames(text: string, nested: number): string {
  const json = /^\s*[[{]/.test(text) && nested < maxNested ? parseJson(text) : undefined;
  if (json === undefined || isTooDeep(json, maxDepth)) return maskLines(text);
  const masked = maskValue(json, nested);
  // As it was written, unless something is masked.
  return masked === json ? text : JSON.stringify(masked);
}

/** Masks a JSON value; returns the same one if nothing in it is secret. */
function maskValue(value: unknown, nested: number): unknown {
  if (typeof value === 'string') return maskNames(value, nested + 1);
  if (Array.isArray(value)) {
    const items = value.map((item) => maskValue(item, nested));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    return [name, isSecretName(name) ? hidden(member) : maskValue(member, nested)] as const;
  });
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
}

/** Hides all texts and numbers in a value. */
function hidden(value: unknown): unknown {
  if (typeof value === 'boolean' || value === null || value === '' || value === mark) return value;
  if (Array.isArray(value)) return value.map(hidden);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
  return mark;
}

/** A name at the beginning of a line with its value to the end, as headers have. */
const header = /^([\t ]{0,20})([A-Za-z][\w-]{0,60})(:[\t ]{0,20})(\S[^\r\n]*)/gm;

/** A name with its value, as in queries, forms and settings. */
const pair = /(^|[\s?&;,{("'])([A-Za-z][\w.-]{0,60})(["']?\s{0,5}[=:]\s{0,5}["']?)(?!\[redacted\])([^\s"'&;,)}\]<]+)/g;

/** The value of an authorization, wherever it stands. */
const authorization = /\b(bearer|basic)(\s{1,5})[\w.~+/=-]{16,}/gi;

function maskLines(text: string): string {
  const replace = (...[whole = '', before = '', name = '', sign = '']: readonly string[]) =>
    isSecretName(name) ? `${before}${name}${sign}${mark}` : whole;
  const named = text.replace(header, replace).replace(pair, replace);
  return redactVendorKeys(named.replace(authorization, `$1$2${mark}`));
}

import { parseJson } from '../../models/chat-wire/json.ts';
import type { HeaderRecord } from '../../outbound/exchange/headers.ts';
import { decodeText } from '../../text/encodings/decode.ts';
import { followPointer, readPointer } from '../schemas/references.ts';
import { htmlText } from './html-text.ts';
import type { HttpSettings } from './settings.ts';

/** Max characters of the body of a failure that the model reads. */
const failureChars = 2_000;

/** A response that has been read. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly bytes: Buffer;
}

/** A response in words for the model. */
export interface Said {
  readonly content: string;
  readonly isError: boolean;
  /** The body as a text; a note in brackets for a file. */
  readonly body: string;
}

/** Reads a response: its body as text, the parts of it that the settings name, and whether it is a success. */
export function readResponse(response: ReadResponse, { success, response: parts }: HttpSettings): Said {
  const { status, bytes } = response;
  const isSuccess = success.some((range) => includes(range, status));
  const text = bodyText(response);
  if (text === undefined) {
    const type = (response.headers['content-type'] ?? 'an unknown type').split(';')[0]?.trim().slice(0, 100) ?? '';
    const note = `a file of ${type}, ${bytes.length} bytes, which can't be read as text`;
    return { content: `HTTP ${status}: the response is ${note}.`, isError: true, body: `[${note}]` };
  }
  if (!isSuccess) return { content: failure(status, text), isError: true, body: text };
  if (text.trim() === '') return { content: `HTTP ${status}, without a body.`, isError: false, body: '' };
  if (parts.length === 0) return { content: text, isError: false, body: text };
  const json = parseJson(text);
  if (json === undefined) {
    return { content: `HTTP ${status}: the response is not JSON.`, isError: true, body: text };
  }
  return { content: picked(json, parts), isError: false, body: text };
}

/** True if a status is in a range such as `200-299`, or is it. */
function includes(range: string, status: number): boolean {
  const [from = '', to = from] = range.split('-');
  return status >= Number(from) && status <= Number(to);
}

function failure(status: number, text: string): string {
  const start = text.trim().slice(0, failureChars).toWellFormed();
  if (start === '') return `HTTP ${status}, without a body.`;
  return `HTTP ${status}: ${start}${text.trim().length > failureChars ? '…' : ''}`;
}

/** Returns the parts of a JSON value as an object; a single one without a name by itself. A missing one is null. */
function picked(json: unknown, parts: HttpSettings['response']): string {
  const values = parts.map(({ name, pointer }) => {
    const names = readPointer(pointer) ?? [];
    return [name ?? names.at(-1) ?? 'value', followPointer(json, names) ?? null] as const;
  });
  const [only, ...others] = values;
  if (only === undefined || others.length > 0 || parts[0]?.name !== undefined) {
    return JSON.stringify(Object.fromEntries(values));
  }
  return typeof only[1] === 'string' ? only[1] : JSON.stringify(only[1]);
}

/** The media types of texts. */
const textual =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|x-yaml|javascript|x-ndjson|x-www-form-urlencoded)$|application\/(?:json|xml)-)/;

/** Returns the body as text; undefined if it isn't text. */
function bodyText({ headers, bytes }: ReadResponse): string | undefined {
  if (bytes.length === 0) return '';
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((each) => each.trim());
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice(8)
    .replace(/^"|"$/g, '');
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  if (!textual.test(type) && !(isVague(type) && isPlain(bytes))) return undefined;
  const decoded = decodeText(bytes, { charset, isHtml });
  if (decoded === undefined) return undefined;
  return isHtml ? htmlText(decoded.text) : decoded.text;
}

/** Types that servers send for anything. */
const isVague = (type: string) => ['', 'application/octet-stream', 'binary/octet-stream'].includes(type);

/** True for bytes that are UTF-8 without control characters other than white space. */
function isPlain(bytes: Buffer): boolean {
  try {
    return !/[^\P{Cc}\t\n\v\f\r]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

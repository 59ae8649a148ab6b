import { createParser } from 'eventsource-parser';
import { parseJson } from './json.ts';

/** An item of a response: a JSON value, words that aren't JSON, or the mark that everything was sent. */
export type Payload =
  | { readonly type: 'value'; readonly value: unknown; readonly isError: boolean }
  | { readonly type: 'words'; readonly words: string; readonly isError: boolean }
  | { readonly type: 'done' };

/**
 * Creates a decoder of the text of a response. Server-sent events (WHATWG HTML, section 9.2) are decoded as they
 * arrive. A body that begins like JSON or a page is decoded at its end, whatever its content type says: some servers
 * answer a request for a stream with one document, and some label a stream as plain text.
 */
export function createDecoder() {
  let isDocument: boolean | undefined;
  let held = '';
  let decoded: Payload[] = [];
  const take = (): readonly Payload[] => {
    const taken = decoded;
    decoded = [];
    return taken;
  };
  const parser = createParser({
    onEvent: ({ event, data }) => decoded.push(...payloadsOf(data, event === 'error')),
    // Lines that are no field of an event: JSON, words of a proxy, or the field `error` of llama.cpp.
    onError: ({ field, value = '', line = '' }) =>
      decoded.push(...(field === 'error' ? payloadsOf(value, true) : payloadsOf(line, false))),
  });
  return {
    push: (text: string): readonly Payload[] => {
      if (isDocument === true) {
        held += text;
        return [];
      }
      const more = held + text;
      held = '';
      const first = isDocument === undefined ? more.trimStart()[0] : 'd';
      if (first === undefined || '{[<'.includes(first)) {
        isDocument = first === undefined ? undefined : true;
        held = more;
        return [];
      }
      isDocument = false;
      parser.feed(more);
      return take();
    },
    /** Decodes the rest: the last event may lack the empty line after it. */
    end: (): readonly Payload[] => {
      if (isDocument === true) return documentOf(held);
      parser.feed('\n\n');
      return take();
    },
  };
}

/** The payloads of a body that is no stream: one JSON document, one on each line, or a page. */
function documentOf(text: string): Payload[] {
  const value = parseJson(text);
  // Valid JSON is whole.
  if (value !== undefined) return [{ type: 'value', value, isError: false }, { type: 'done' }];
  if (text.trimStart().startsWith('<')) return [{ type: 'words', words: text, isError: false }];
  return text.split('\n').flatMap((line) => payloadsOf(line, false));
}

/** The payloads of the data of an event. Some servers forget the empty lines between events. */
function payloadsOf(data: string, isError: boolean): Payload[] {
  const text = data.trim();
  if (text === '') return [];
  if (text === '[DONE]' || text === '"[DONE]"') return [{ type: 'done' }];
  const value = parseJson(text);
  if (value !== undefined) return [{ type: 'value', value, isError }];
  const lines = text.split('\n');
  if (lines.length > 1 && lines.some((line) => parseJson(line) !== undefined)) {
    return lines.flatMap((line) => payloadsOf(line, isError));
  }
  return [{ type: 'words', words: text, isError }];
}

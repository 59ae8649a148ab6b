/** One server-sent event. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Creates the error for an invalid stream. */
export type ToError = (message: string) => Error;

/** Max characters of one event; the longest reply has a tenth of it. */
const MAX_EVENT = 4 * 1024 * 1024;

/**
 * Parses server-sent events from chunks of text (WHATWG HTML, section 9.2.6). An incomplete event at the end is
 * dropped.
 */
export async function* readEvents(
  parts: AsyncIterable<string>,
  toError: ToError,
): AsyncGenerator<ServerEvent, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(parts, toError)) {
    const { field, value } = readField(line);
    if (line === '') {
      if (data.length > 0) yield { id, event, data: data.join('\n') };
      event = '';
      data = [];
      size = 0;
    } else if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') {
      size += value.length + 1;
      if (size > MAX_EVENT) throw tooLong(toError);
      data.push(value);
    }
  }
}

async function* readLines(parts: AsyncIterable<string>, toError: ToError): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const part of parts) {
    // A trailing carriage return may be the first half of a line break.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_EVENT) throw tooLong(toError);
    yield* lines;
  }
}

const tooLong = (toError: ToError) => toError('The stream contains an event that is too long.');

/** A line without a colon is a field without a value; one that begins with a colon is a comment. */
function readField(line: string): { readonly field: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { field: line, value: '' };
  const field = line.slice(0, colon);
  const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  // An ID with a null character, which no header could send back, is ignored like an unknown field.
  return { field: field === 'id' && value.includes('\0') ? '' : field, value };
}

/** One server-sent event. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Characters of one event: the longest answer has a tenth of it. */
const MAX_EVENT = 4 * 1024 * 1024;

/** Reads server-sent events out of text that comes in parts (WHATWG HTML, section 9.2.6). What is cut short is dropped. */
export async function* readEvents(parts: AsyncIterable<string>): AsyncGenerator<ServerEvent, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(parts)) {
    const { field, value } = readField(line);
    if (line === '') {
      if (data.length > 0) yield { id, event, data: data.join('\n') };
      event = '';
      data = [];
    } else if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
}

async function* readLines(parts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const part of parts) {
    // A carriage return at the very end may be the first half of a line's end.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_EVENT) throw new Error('An event is too long.');
    yield* lines;
  }
}

/** A line without a colon is a field without a value; one that begins with it is a comment. */
function readField(line: string): { readonly field: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { field: line, value: '' };
  return { field: line.slice(0, colon), value: line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1) };
}

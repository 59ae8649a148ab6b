import { type ModelCall, ModelError } from '../model.ts';
import { isObject, type Json, parseJson } from './json.ts';

/** Max tool calls of a response, more than a step may have. */
const maxCalls = 64;

/** Max characters of arguments that are checked for being whole, as many as a call may have. */
const maxChecked = 16_000;

/** A call while its pieces arrive. */
interface Growing {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/** The fields of a piece that name its call; empty if they are missing. */
type Given = Pick<Growing, 'id' | 'name' | 'index'>;

/**
 * Collects tool calls from their pieces. A piece with a known ID belongs to that call. Otherwise its index decides, but
 * indexes are unreliable: Ollama numbers every call 0, other servers omit them. So a piece with a name and another ID,
 * or after arguments that are whole, begins a call. A piece that says nothing belongs to the latest call.
 */
export function createCallReader() {
  const calls: Growing[] = [];

  /** The call that a piece without a known ID may continue: the last one of its index, or the latest. */
  const openCall = ({ name, index }: Given): Growing | undefined => {
    const same = index === undefined ? undefined : calls.findLast((call) => call.index === index);
    return same ?? (name !== '' && index !== undefined ? undefined : calls.at(-1));
  };

  const find = (given: Given): Growing | undefined => {
    const known = given.id === '' ? undefined : calls.find(({ id }) => id === given.id);
    if (known !== undefined) return known;
    const open = openCall(given);
    return open === undefined || begins(given, open) ? undefined : open;
  };

  const add = (piece: unknown): void => {
    if (!isObject(piece)) return;
    const made = isObject(piece['function']) ? piece['function'] : piece;
    const given = {
      index: readIndex(piece['index']),
      id: typeof piece['id'] === 'number' ? String(piece['id']) : textOf(piece['id']),
      name: textOf(made['name']),
    };
    let call = find(given);
    if (call === undefined) {
      call = { ...given, arguments: '' };
      calls.push(call);
      if (calls.length > maxCalls) throw new ModelError('broken', `it called more than ${maxCalls} tools at once`);
    }
    call.id ||= given.id;
    call.name ||= given.name;
    const more = made['arguments'];
    if (typeof more === 'string') call.arguments += more;
    else if (isObject(more)) call.arguments = JSON.stringify(more);
  };

  return {
    /** Takes the calls of a message or a delta; true if it has some. */
    push: (message: Json): boolean => {
      const given = message['tool_calls'] ?? message['function_call'];
      const pieces = Array.isArray(given) ? given : [given].filter(isObject);
      for (const piece of pieces) add(piece);
      return pieces.length > 0;
    },
    /** The calls so far; a call without a name can't be made. */
    all: (): ModelCall[] => calls.filter(({ name }) => name !== ''),
  };
}

/** True if a piece begins a call: it has a name, and another ID or name, or the arguments before it are whole. */
function begins({ id, name }: Given, open: Growing): boolean {
  if (name === '') return false;
  if (id !== '' && open.id !== '') return true;
  if (open.name === '') return false;
  return name !== open.name || (open.arguments.length <= maxChecked && isObject(parseJson(open.arguments)));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const readIndex = (value: unknown): number | undefined =>
  value === null || value === '' || !Number.isInteger(Number(value ?? Number.NaN)) ? undefined : Number(value);

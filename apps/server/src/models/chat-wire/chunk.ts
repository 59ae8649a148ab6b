import { isObject, type Json } from './json.ts';
import type { Piece } from './thoughts.ts';

/** The choice of a chunk or of a whole answer: one is asked for, though some servers number it from 1. */
export function choiceOf(chunk: Json): Json | undefined {
  const { choices } = chunk;
  if (isObject(choices)) return choices;
  if (!Array.isArray(choices)) return undefined;
  return choices.find((each) => isObject(each) && Number(each['index'] ?? 0) === 0) ?? choices.find(isObject);
}

/** Returns the addition of a choice: a delta, or a whole message of a server without streams of its own. */
export function additionOf(choice: Json): { readonly message: Json; readonly isWhole: boolean } {
  const { delta, message, text } = choice;
  if (isObject(delta)) return { message: delta, isWhole: false };
  if (isObject(message)) return { message, isWhole: true };
  // The legacy form of completions, and of some gateways.
  return { message: { content: text ?? delta ?? message }, isWhole: false };
}

/** The text of a message or delta, and its thoughts, in their order. `refusal` is text that the model says. */
export function piecesOf(message: Json): Piece[] {
  return [
    ...piece('reasoning', thoughtsOf(message)),
    ...contentOf(message['content']),
    ...piece('text', plain(message['refusal'])),
  ];
}

const piece = (type: Piece['type'], text: string): Piece[] => (text === '' ? [] : [{ type, text }]);

/** A text, or a number that a server has taken for one. */
const plain = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Names of the fields for thoughts. Gateways send the same thoughts in several, so the first one with a text counts. */
const thoughtFields = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details', 'thinking_blocks'] as const;

function thoughtsOf(message: Json): string {
  for (const name of thoughtFields) {
    const text = thoughtIn(message[name]);
    if (text !== '') return text;
  }
  return '';
}

/** The text of thoughts in any of their forms; what is encrypted has none. */
function thoughtIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(thoughtIn).join('');
  if (!isObject(value)) return plain(value);
  return [value['text'], value['thinking'], value['summary'], value['content']].map(thoughtIn).find(Boolean) ?? '';
}

/** The content of a message: a text, or parts, as Mistral's models that think send them. */
function contentOf(content: unknown): Piece[] {
  if (Array.isArray(content)) return content.flatMap(contentOf);
  if (!isObject(content)) return piece('text', plain(content));
  const type = plain(content['type']).toLowerCase();
  if (/think|reason/.test(type)) return piece('reasoning', thoughtIn(content));
  return [...piece('text', plain(content['text'])), ...piece('text', plain(content['refusal']))];
}

/**
 * Returns a chunk that reports an error, in whichever form; undefined if it doesn't. `isNamed` is true for the data of
 * an event with the name `error`. A null, empty or false `error` doesn't count.
 */
export function errorIn(chunk: Json, isNamed: boolean): unknown {
  if (says(chunk['error'])) return chunk;
  const failed = choiceOf(chunk)?.['error'];
  if (says(failed)) return { error: failed };
  if (isNamed || chunk['object'] === 'error' || chunk['type'] === 'error') return chunk;
  if (choiceOf(chunk) !== undefined || Array.isArray(chunk['choices'])) return undefined;
  const isError = says(chunk['detail']) || says(chunk['errors']) || typeof chunk['message'] === 'string';
  return isError && chunk['type'] !== 'ping' ? chunk : undefined;
}

/** True if the value of a field says something. */
const says = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) => each !== null && each !== '')
    : Boolean(value);

import { createGrowingText } from '../../text/growing/growing-text.ts';
import { readTold } from '../failure.ts';
import { ModelError, type ModelPart, type Thought, type TokenUsage } from '../model.ts';
import { refusedContent, reportedError } from '../refusal.ts';
import { createCallReader } from './calls.ts';
import { additionOf, choiceOf, errorIn, piecesOf } from './chunk.ts';
import { type FinishReason, readFinish } from './finish.ts';
import { isObject, type Json } from './json.ts';
import type { Payload } from './payloads.ts';
import { createThoughtSplitter, type Piece } from './thoughts.ts';
import { readUsage } from './usage.ts';

/** Creates a reader that makes the parts of a reply of the payloads of a response. */
export function createReader(secrets: readonly string[]) {
  const splitter = createThoughtSplitter();
  const calls = createCallReader();
  let usage: TokenUsage = { inputTokens: undefined, outputTokens: undefined };
  let finish: { readonly reason: FinishReason; readonly raw: string } | undefined;
  let isDone = false;
  /** The text so far, without what was split off. */
  const said = createGrowingText();
  /** The thoughts that came in the field `reasoning_content`. */
  let thoughts = '';
  /** The last words that are no JSON: they may say why a reply isn't whole. */
  let words: string | undefined;

  const speak = (pieces: readonly Piece[]): readonly Piece[] => {
    for (const { type, text } of pieces) if (type === 'text') said.add(text);
    return pieces;
  };

  function* readPiece({ type, text }: Piece): Generator<Piece> {
    if (type === 'text') yield* speak(splitter.push(text));
    else {
      splitter.thought();
      yield { type, text };
    }
  }

  const keepThoughts = ({ reasoning_content: thought }: Json, isWhole: boolean): void => {
    if (typeof thought === 'string') thoughts = isWhole && thought !== '' ? thought : thoughts + thought;
  };

  /** Reads what a choice adds. A whole message after its pieces adds what they lacked. */
  function* readChoice(choice: Json): Generator<Piece | Thought> {
    const { message, isWhole } = additionOf(choice);
    const pieces = piecesOf(message);
    const hasCalls = calls.push(message);
    keepThoughts(message, isWhole);
    // A stream that goes on has not ended yet.
    if (pieces.length > 0 || hasCalls) finish = undefined;
    const text = isWhole ? pieces.map((each) => (each.type === 'text' ? each.text : '')).join('') : '';
    if (isWhole && said.length() > 0 && text.startsWith(said.read()))
      yield* readPiece({ type: 'text', text: text.slice(said.length()) });
    else for (const each of pieces) yield* readPiece(each);
    if (hasCalls) yield { type: 'thought' };
  }

  function* readChunk(chunk: Json, isError: boolean): Generator<Piece | Thought> {
    const choice = choiceOf(chunk);
    const wasFinished = finish !== undefined;
    usage = readUsage(chunk, choice, usage);
    if (choice !== undefined) yield* readChoice(choice);
    // The text of a reply that has ended is whole, whatever follows.
    if (wasFinished && finish !== undefined) return;
    const error = errorIn(chunk, isError);
    if (error !== undefined) throw reportedError(error, secrets);
    const raw = choice?.['finish_reason'];
    const reason = readFinish(raw);
    if (reason !== undefined) finish = { reason, raw: String(raw) };
  }

  function* readValue(value: unknown, isError: boolean): Generator<Piece | Thought> {
    if (Array.isArray(value)) for (const each of value) yield* readValue(each, isError);
    else if (isObject(value)) yield* readChunk(value, isError);
    else if (isError) readWords(String(value), isError);
  }

  const readWords = (spoken: string, isError: boolean): void => {
    if (finish !== undefined) return;
    if (isError) throw reportedError(spoken, secrets);
    if (/^[{[]/.test(spoken)) throw new ModelError('broken', 'its reply could not be read');
    words = spoken;
  };

  return {
    /** Reads a payload. Throws a `ModelError` if it reports an error, or can't be read. */
    *read(payload: Payload): Generator<ModelPart | Thought> {
      if (isDone) return;
      if (payload.type === 'done') isDone = true;
      else if (payload.type === 'value') yield* readValue(payload.value, payload.isError);
      else readWords(payload.words, payload.isError);
    },
    /** True if the reply is whole, although more of the response may come. */
    isWhole: (): boolean => isDone || finish !== undefined,
    /** True if it called tools. */
    hasCalls: (): boolean => calls.all().length > 0,
    /** The thoughts in the field `reasoning_content`: those of other fields and of tags aren't sent back. */
    thoughts: (): string => thoughts,
    /** True if nothing more is expected. */
    isDone: (): boolean => isDone,
    /** Ends the reply. Throws a `ModelError` if it isn't whole. */
    *end(): Generator<ModelPart> {
      yield* speak(splitter.flush());
      if (!isDone && finish === undefined) {
        const told = words === undefined ? undefined : readTold(words, secrets);
        throw new ModelError('broken', 'it ended its reply without finishing the answer', { told });
      }
      const made = calls.all();
      for (const call of made) yield { type: 'tool-call', call };
      const { reason = 'stop', raw } = finish ?? {};
      if (reason === 'content-filter' && said.length() === 0 && made.length === 0) throw refusedContent(raw);
      const finishReason = reason === 'stop' && made.length > 0 ? 'tool-calls' : reason;
      yield { type: 'end', finishReason, usage };
    },
  };
}

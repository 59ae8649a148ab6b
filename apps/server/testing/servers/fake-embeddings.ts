import type { ServerResponse } from 'node:http';

/** Answers a request for embeddings, correctly or not. */
type EmbeddingPlay = (
  response: ServerResponse,
  asked: { readonly model: string; readonly body: Readonly<Record<string, unknown>> },
) => void;

/** Words that the test embedding takes as one: a question and its paraphrase become alike. */
const groups: readonly (readonly string[])[] = [
  ['price', 'cost', 'costs', 'charge', 'fee', 'expensive', 'pay', 'much'],
  ['return', 'refund', 'reimburse', 'money', 'back'],
  ['deliver', 'delivery', 'ship', 'shipping', 'arrive', 'parcel', 'package'],
  ['broken', 'defective', 'faulty', 'damaged', 'repair'],
  ['cancel', 'terminate', 'end', 'quit', 'stop'],
  ['car', 'vehicle', 'automobile'],
  ['doctor', 'physician', 'medic'],
  ['begin', 'start', 'open', 'opening'],
  ['password', 'credentials', 'login', 'sign'],
  ['holiday', 'vacation', 'leave'],
];

const leaders = new Map(groups.flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)));

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * A deterministic embedding: a hashed bag of words, beginnings of words and trigrams, in which some synonyms are one
 * word. It knows nothing of languages; texts are alike if their words are.
 */
export function embeddingOf(text: string, dimensions = 256): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number) => {
    const hash = hashOf(feature);
    const at = hash % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? weight : -weight);
  };
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike !== true) continue;
    const word = leaders.get(segment) ?? segment;
    add(`word ${word}`, 1);
    add(`beginning ${word.slice(0, 5)}`, 0.5);
    for (let at = 0; at + 3 <= word.length; at += 1) add(`part ${word.slice(at, at + 3)}`, 0.2);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}

/** The texts of a request for embeddings. */
export const inputOf = (body: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(body['input']) ? body['input'].map(String) : [String(body['input'])];

/** Faults of a response, or its deviations from the usual one. */
interface Vectors {
  readonly dimensions?: number;
  /** Changes the items of the response. */
  readonly as?: (items: readonly { index: number; embedding: number[] }[]) => unknown;
}

/** Answers with the vectors of the texts. */
export const embeds =
  ({ dimensions = 256, as = (items) => items }: Vectors = {}): EmbeddingPlay =>
  (response, { body, model }) => {
    const items = inputOf(body).map((text, index) => ({
      ...{ object: 'embedding', index },
      embedding: embeddingOf(text, dimensions),
    }));
    const usage = { prompt_tokens: 5, total_tokens: 5 };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: as(items), model, usage }));
  };

/** Refuses a request with a text that isn't taken, in OpenAI's words. */
const embedsIf =
  (isTaken: (text: string) => boolean, message: string): EmbeddingPlay =>
  (response, asked) => {
    if (inputOf(asked.body).every(isTaken)) return embeds()(response, asked);
    const error = { message, type: 'invalid_request_error' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

/** Refuses texts of more characters. */
export const embedsUpTo = (characters: number): EmbeddingPlay =>
  embedsIf(({ length }) => length <= characters, `This model's maximum context length is ${characters} tokens.`);

/** Refuses texts that contain a word. */
export const embedsWithout = (word: string): EmbeddingPlay =>
  embedsIf((text) => !text.includes(word), 'The input is not valid.');

import { isObject, type Json, parseJson } from '../../models/chat-wire/json.ts';
import { ModelError, type PromptMessage } from '../../models/model.ts';
import { storable } from '../../replies/live-reply.ts';
import { validate } from '../../tools/schemas/validate.ts';
import type { Citing } from '../citing.ts';

/** Answers of a model that are checked: after the first wrong one it is told what is wrong. */
const maxAnswers = 2;

/** Max characters of what is told about a wrong answer. */
const maxTold = 500;

/** A reply that must be JSON of a caller's schema. */
export interface Structured {
  readonly schema: Json;
  /** Tells the model, in its system prompt, what to write. */
  readonly instruction: string;
  /** Holds the text of the model until it is whole. */
  readonly citing: Citing;
  /** Forgets what the model wrote in an earlier step. */
  startStep(): void;
  /**
   * Checks the text of a step without tool calls. False if it is wrong, so that the model must answer again; throws a
   * `ModelError` if it was wrong before.
   */
  accept(): boolean;
  /** The wrong answer and what is wrong with it, for the prompt of the next step; empty if the first one was valid. */
  correction(): readonly PromptMessage[];
}

/** Creates the check of a reply by a schema that `checkSchema` has accepted. */
export function createStructured(schema: Json): Structured {
  let text = '';
  let answers = 0;
  let correction: readonly PromptMessage[] = [];
  return {
    schema,
    instruction: instructionFor(schema),
    citing: {
      prepare: async () => undefined,
      push: (more) => {
        text += more;
        return [];
      },
      flush: () => [],
      finish: () => [{ text: withoutFence(text) }],
      isClosed: false,
    },
    startStep: () => {
      text = '';
    },
    accept: () => {
      const wrong = problemOf(schema, withoutFence(text));
      if (wrong === undefined) return true;
      answers += 1;
      if (answers === maxAnswers)
        throw new ModelError('broken', `its answer doesn’t match the response schema: ${wrong}`, {
          reason: 'schema_mismatch',
        });
      correction = [
        { role: 'assistant', content: storable(text) },
        { role: 'user', content: correctionFor(wrong) },
      ];
      return false;
    },
    correction: () => correction,
  };
}

const instructionFor = (schema: Json): string =>
  [
    'Your answer is read by a program. Answer with one JSON object that is valid against the JSON Schema below, and ' +
      'nothing else: no words before or after it, and no code fence.',
    JSON.stringify(schema),
  ].join('\n');

const correctionFor = (wrong: string): string =>
  `Your answer doesn’t match the JSON Schema: ${wrong}. Answer again with the whole corrected JSON object and nothing else.`;

/** A fence that some models put around JSON although the prompt forbids it. */
const fence = /^```[a-z]{0,10}[ \t]*\r?\n([\s\S]*)\n[ \t]*```$/i;

/** The JSON of an answer, without a fence around it. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  return (fence.exec(trimmed)?.[1] ?? trimmed).trim();
}

/** Says what is wrong with a text, the first problem of it; undefined if it is valid. */
function problemOf(schema: Json, text: string): string | undefined {
  const value = parseJson(text);
  if (!isObject(value)) return 'it isn’t one JSON object';
  const [problem] = validate(schema, value);
  if (problem === undefined) return undefined;
  const { path, message } = problem;
  return storable(`${path === '' ? 'it' : path} ${message}`.slice(0, maxTold));
}

import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { readCount } from '../chat-wire/usage.ts';
import { ModelError, type ModelPart, type ModelRequest, type Thought, type TokenUsage } from '../model.ts';
import { refusedContent } from '../refusal.ts';
import { ReportedError } from '../to-model-error.ts';
import { toPrompt } from './vendor-prompt.ts';

/**
 * Calls a model through its vendor's package. Uses the low-level `LanguageModelV3.doStream` without the AI SDK around
 * it. A turn then takes a third of the time, and retries and timeouts are implemented here anyway.
 */
export async function* streamVendor(
  model: LanguageModelV3,
  request: ModelRequest,
  maxOutputTokens: number | undefined,
): AsyncGenerator<ModelPart | Thought> {
  const { stream } = await begin(model, request.temperature, {
    ...toPrompt(request),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...formatOf(request),
    abortSignal: request.signal,
  });
  let calls = 0;
  let isEmpty = true;
  for await (const part of stream) {
    // The packages hold calls back until the reply ends.
    if (part.type === 'tool-input-start') calls += 1;
    if (calls > maxCalls) throw new ModelError('broken', `it called more than ${maxCalls} tools at once`);
    const piece = toPiece(part);
    if (piece?.type === 'text' || piece?.type === 'tool-call') isEmpty = false;
    // With a text, the reply is kept as one that was cut off.
    if (isEmpty && piece?.type === 'end' && piece.finishReason === 'content-filter')
      throw refusedContent(rawReason(part));
    if (piece !== undefined) yield piece;
  }
}

/** Asks for JSON of the request's schema in the vendor's own way. */
const formatOf = ({ responseSchema }: ModelRequest): Pick<LanguageModelV3CallOptions, 'responseFormat'> =>
  responseSchema === undefined ? {} : { responseFormat: { type: 'json', schema: responseSchema } };

/** Max tool calls of a response, more than a step may have. The packages compare each with all others. */
const maxCalls = 64;

/** Models that have refused the temperature parameter. */
const withoutTemperature = new WeakSet<LanguageModelV3>();

/**
 * Calls a model with the temperature; if it refuses that parameter, as many reasoning models do, retries without it.
 * The packages recognise such models by name, but deployments and gateways use other names.
 */
async function begin(model: LanguageModelV3, temperature: number, options: LanguageModelV3CallOptions) {
  if (withoutTemperature.has(model)) return model.doStream(options);
  try {
    return await model.doStream({ ...options, temperature });
  } catch (error) {
    if (!refusesTemperature(error)) throw error;
    const begun = await model.doStream(options);
    withoutTemperature.add(model);
    return begun;
  }
}

/** Both vendors name the refused parameter: OpenAI in `error.param`, Anthropic in its message. */
const refusesTemperature = (error: unknown): boolean =>
  APICallError.isInstance(error) && error.statusCode === 400 && error.responseBody?.includes('temperature') === true;

/** Converts a stream part; undefined if it isn't part of the reply. Throws the error of an error part. */
function toPiece(part: LanguageModelV3StreamPart): ModelPart | Thought | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text', text: part.delta };
    case 'tool-call':
      // A tool that the vendor runs itself needs no answer.
      if (part.providerExecuted === true) return { type: 'thought' };
      return { type: 'tool-call', call: { id: part.toolCallId, name: part.toolName, arguments: part.input } };
    case 'reasoning-delta':
      return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta };
    case 'tool-input-start':
    case 'tool-input-delta':
      return { type: 'thought' };
    case 'error':
      throw part.error instanceof Error ? part.error : new ReportedError(part.error);
    case 'finish': {
      const { unified, raw } = part.finishReason;
      // The packages synthesise a finish part if the vendor sent none.
      if (unified === 'error' || (unified === 'other' && raw === undefined)) {
        throw new ModelError('broken', 'it ended its reply without finishing the answer');
      }
      return { type: 'end', finishReason: unified, usage: toUsage(part.usage) };
    }
    default:
      return undefined;
  }
}

/** Drops invalid counts: the packages pass on any number, and the database stores integers. */
const toUsage = (usage: Extract<LanguageModelV3StreamPart, { type: 'finish' }>['usage']): TokenUsage => ({
  inputTokens: readCount(usage.inputTokens.total),
  outputTokens: readCount(usage.outputTokens.total),
});

/** The vendor's own reason for the end of a reply. */
const rawReason = (part: LanguageModelV3StreamPart): string | undefined =>
  part.type === 'finish' ? part.finishReason.raw : undefined;

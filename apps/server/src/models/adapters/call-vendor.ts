import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { OutboundError } from '../../outbound/error.ts';
import { readTold, reasonOf, sayingOf } from '../failure.ts';
import { ModelError, type ModelPart, type ModelRequest, type Thought, type TokenUsage } from '../model.ts';
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
    if (isEmpty && piece?.type === 'end' && piece.finishReason === 'content-filter') throw refusedContent(part);
    if (piece !== undefined) yield piece;
  }
}

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

const toUsage = (usage: Extract<LanguageModelV3StreamPart, { type: 'finish' }>['usage']): TokenUsage => ({
  inputTokens: toCount(usage.inputTokens.total),
  outputTokens: toCount(usage.outputTokens.total),
});

/** Max plausible token count; sums of such counts can be stored. */
const maxTokens = 1_000_000_000;

/** Drops invalid counts: the packages pass on any number, and the database stores integers. */
const toCount = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens ? tokens : undefined;

/** An error that a provider reported within its reply. */
class ReportedError extends Error {
  readonly said: unknown;

  constructor(said: unknown) {
    super('The provider reported an error.');
    this.said = said;
  }
}

/** The error of a reply that its provider's filter refused before it began; `raw` is the vendor's own reason. */
function refusedContent(part: LanguageModelV3StreamPart): ModelError {
  const reason = 'content_policy';
  const code = part.type === 'finish' ? part.finishReason.raw : undefined;
  return new ModelError('refused', sayingOf(reason, undefined), { reason, told: readTold({ code }, []) });
}

/**
 * Converts any error of a provider call to a `ModelError`. Its message never repeats what the provider said; `told`
 * does, without the secrets.
 */
export function toModelError(error: unknown, secrets: readonly string[] = []): ModelError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const own = ownError(cause);
    if (own !== undefined) return own;
    const code = 'code' in cause ? cause.code : undefined;
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return new ModelError('timeout', 'the connection timed out');
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new ModelError('broken', 'its reply was too large');
    if (typeof code === 'string' && unreachable.has(code)) {
      return new ModelError('unreachable', `it could not be reached (${code})`);
    }
  }
  if (error instanceof ReportedError) {
    const told = readTold(error.said, secrets);
    const reason = reasonOf(undefined, told);
    return new ModelError('refused', sayingOf(reason, undefined), { reason, told });
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined)
    return refusal(error, error.statusCode, secrets);
  return new ModelError('broken', 'its reply could not be read');
}

/** Returns an error that is our own: one of a model, or the refusal of a redirect or of a compressed response. */
function ownError(error: Error): ModelError | undefined {
  if (error instanceof ModelError) return error;
  if (!(error instanceof OutboundError)) return undefined;
  const { kind, status } = error;
  if (kind === 'too_large') return new ModelError('broken', 'its reply was too large');
  if (kind !== 'redirect') return new ModelError('broken', 'it sent a compressed reply, which was not requested');
  return new ModelError('broken', `it redirected the request (status ${status}), which is not allowed`, { status });
}

/** Error codes of Node and undici for a refused, lost or impossible connection. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
]);

function refusal(
  { responseHeaders, responseBody }: APICallError,
  status: number,
  secrets: readonly string[],
): ModelError {
  // A success status means that the content of the reply was invalid.
  if (status < 300) return new ModelError('broken', 'its reply could not be read', { status });
  const told = readTold(responseBody, secrets, responseHeaders?.['x-request-id'] ?? responseHeaders?.['request-id']);
  const reason = reasonOf(status, told);
  return new ModelError('refused', sayingOf(reason, status), {
    ...{ status, reason, told },
    retryAfter: retryAfterOf(responseHeaders?.['retry-after']),
  });
}

/** Parses `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), into seconds. */
function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

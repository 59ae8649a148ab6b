import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import {
  ModelError,
  type ModelPart,
  type ModelRequest,
  type PromptMessage,
  type Thought,
  type TokenUsage,
} from './model.ts';

/**
 * Asks a vendor's package for an answer. It speaks the packages' own interface (`LanguageModelV3.doStream`) and none of
 * what could be put around it: a turn costs a third of the time, and retries and time limits are ours anyway.
 */
export async function* streamVendor(
  model: LanguageModelV3,
  request: ModelRequest,
  maxOutputTokens: number | undefined,
): AsyncGenerator<ModelPart | Thought> {
  const { stream } = await begin(model, request.temperature, {
    prompt: [
      ...(request.system.trim() === '' ? [] : [{ role: 'system', content: request.system } as const]),
      ...inTurns(request.messages).map(({ role, content }) => ({
        role,
        content: [{ type: 'text', text: content } as const],
      })),
    ],
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    abortSignal: request.signal,
  });
  for await (const part of stream) {
    const piece = toPiece(part);
    if (piece !== undefined) yield piece;
  }
}

/** The models that have refused to be told a temperature. */
const untempered = new WeakSet<LanguageModelV3>();

/**
 * Asks with the temperature or, where the model takes none, as many that think first don't, once more without. The
 * packages know this of their own vendor's models by name; a deployment or a gateway calls them something else.
 */
async function begin(model: LanguageModelV3, temperature: number, options: LanguageModelV3CallOptions) {
  if (untempered.has(model)) return model.doStream(options);
  try {
    return await model.doStream({ ...options, temperature });
  } catch (error) {
    if (!refusesTemperature(error)) throw error;
    const begun = await model.doStream(options);
    untempered.add(model);
    return begun;
  }
}

/** Both vendors name what they don't take: OpenAI's `error.param`, Anthropic's sentence. */
const refusesTemperature = (error: unknown): boolean =>
  APICallError.isInstance(error) && error.statusCode === 400 && error.responseBody?.includes('temperature') === true;

/**
 * Joins what one side said in a row, which happens after an answer that failed and where a person spoke for the agent:
 * the templates of many open models refuse a prompt whose sides don't alternate.
 */
function inTurns(messages: readonly PromptMessage[]): PromptMessage[] {
  const turns: PromptMessage[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else turns.push({ role, content });
  }
  return turns;
}

/** What a part comes to; undefined for what an answer doesn't show. Throws what the stream says went wrong. */
function toPiece(part: LanguageModelV3StreamPart): ModelPart | Thought | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text', text: part.delta };
    case 'reasoning-delta':
      return { type: 'thought' };
    case 'error':
      throw toModelError(part.error);
    case 'finish': {
      const { unified, raw } = part.finishReason;
      // The packages make up an end where the vendor sent none.
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

/** No model takes or gives as many tokens at once; the sums of such counts can be stored. */
const maxTokens = 1_000_000_000;

/** The packages pass on any number, and the database stores whole ones: what is no count is as if it were not said. */
const toCount = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens ? tokens : undefined;

/** Puts whatever was thrown on the way to a provider into our words; nothing of what the provider said is repeated. */
export function toModelError(error: unknown): ModelError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelError) return cause;
    const code = 'code' in cause ? cause.code : undefined;
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return new ModelError('timeout', 'it could not be connected to in time');
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new ModelError('broken', 'its reply was too large');
    if (typeof code === 'string' && unreachable.has(code)) {
      return new ModelError('unreachable', `it could not be reached (${code})`);
    }
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return refusal(error, error.statusCode);
  return new ModelError('broken', 'its reply could not be read');
}

/** What Node and undici call a connection that isn't to be had, or that ended too early. */
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

function refusal({ responseHeaders }: APICallError, status: number): ModelError {
  // A reply that began well is refused for what is in it.
  if (status < 300) return new ModelError('broken', 'its reply could not be read', { status });
  return new ModelError('refused', `it answered with status ${status}`, {
    status,
    retryAfter: retryAfterOf(responseHeaders?.['retry-after']),
  });
}

/** The seconds of a `Retry-After`: a number or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

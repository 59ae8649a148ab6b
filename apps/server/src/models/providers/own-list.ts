import { OutboundError } from '../../outbound/error.ts';
import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { openaiUrl } from '../chat-wire/request.ts';
import type { ModelLimits } from '../limits.ts';
import { isWhole } from '../names.ts';
import type { ProviderSettings } from './settings.ts';

/** The list of models that a provider itself returns. */
export interface OwnList {
  /** The last list that was read; undefined if none was. */
  models(): readonly string[] | undefined;
  /** Why no list is known, in one sentence; undefined if one is. */
  problem(): string | undefined;
  /** Asks the provider if the list is due. Waits a moment, but only if no list is known yet; never throws. */
  ready(): Promise<void>;
  /** Stops asking. */
  close(): void;
}

/** Reads a provider's list once. Throws an `Error` whose message says why it is not known. */
export type AskList = (signal: AbortSignal) => Promise<readonly string[]>;

/** Limits of asking for lists. */
type ListLimits = Pick<ModelLimits, 'list' | 'listWait' | 'listFresh' | 'listRetry'>;

/**
 * Keeps a provider's list: asked for when it is needed, one request at a time, and again when it is old. If that fails,
 * the last list stays.
 */
export function createOwnList(ask: AskList, limits: ListLimits, now: () => number = () => performance.now()): OwnList {
  let models: readonly string[] | undefined;
  let problem: string | undefined = 'It has not been asked for yet.';
  let due = Number.NEGATIVE_INFINITY;
  let asking: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  const refresh = async (controller: AbortController) => {
    // Node collects a signal of `AbortSignal.timeout` that only `AbortSignal.any` holds, and its timer with it.
    const timer = setTimeout(
      () => controller.abort(new ListError('The provider did not answer in time.')),
      limits.list,
    );
    try {
      models = await ask(controller.signal);
      problem = undefined;
      due = now() + limits.listFresh;
    } catch (error) {
      if (models === undefined) problem = error instanceof ListError ? error.message : problemOf(error);
      due = now() + limits.listRetry;
    } finally {
      clearTimeout(timer);
    }
    asking = undefined;
  };
  const start = () => {
    const controller = new AbortController();
    if (models === undefined) problem = 'The provider has not answered yet.';
    return { controller, done: refresh(controller) };
  };
  return {
    models: () => models,
    problem: () => problem,
    ready: async () => {
      if (asking === undefined && now() >= due) asking = start();
      if (models === undefined && asking !== undefined) await within(asking.done, limits.listWait);
    },
    close: () => asking?.controller.abort(),
  };
}

/** Why a list could not be read, in one sentence. */
class ListError extends Error {}

/** The outcome of an attempt that threw. */
function problemOf(error: unknown): string {
  if (error instanceof OutboundError) return 'The provider’s list is too large, compressed or redirected.';
  return 'The provider could not be reached.';
}

/** Waits for a promise for some milliseconds. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}

/** Max bytes of a list, max models of it, and max characters of a name; the rest is left out. */
const maxBytes = 2 * 1024 * 1024;
const maxModels = 1_000;
const maxName = 150;

/** Requests for the list of models, by kind of provider; the address is that of its models beside their base URL. */
const requests: Readonly<Record<ProviderSettings['kind'], (settings: ProviderSettings) => ListRequest>> = {
  openai: ({ baseUrl = openaiUrl, apiKey }) => ({
    url: `${baseUrl}/models`,
    headers: bearer(apiKey),
  }),
  anthropic: ({ baseUrl = 'https://api.anthropic.com/v1', apiKey = '' }) => ({
    url: `${baseUrl}/models?limit=${maxModels}`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
  }),
  compatible: ({ baseUrl = '', apiKey }) => ({ url: `${baseUrl}/models`, headers: bearer(apiKey) }),
};

interface ListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const bearer = (key: string | undefined) => (key === undefined ? {} : { authorization: `Bearer ${key}` });

/** Returns the function that reads the list of a provider. */
export const asking =
  (settings: ProviderSettings, door: () => Promise<OperatorFetch>): AskList =>
  async (signal) => {
    const { status, text } = await readList(settings, { door, signal });
    if (status !== 200) throw new ListError(`The provider answered with status ${status}.`);
    const names = namesIn(text);
    if (names === undefined) throw new ListError('The provider’s list can’t be read.');
    return names;
  };

/** Requests the list of a provider's models with the key of its settings; the text is that of its answer. */
export async function readList(
  settings: ProviderSettings,
  { door, signal }: { readonly door: () => Promise<OperatorFetch>; readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly text: string }> {
  const { url, headers } = requests[settings.kind](settings);
  return (await door()).read(url, { headers, signal, maxBytes });
}

/** Models that don't converse, by the words that vendors use in their names. */
const silent =
  /embed|rerank|moderation|whisper|transcribe|\btts\b|-tts|dall-e|image|sora|realtime|audio|babbage|davinci/i;

/**
 * Reads the names of the models that converse from a list; a name that no agent could be given is left out. Undefined
 * if the text is no such list.
 */
export function namesIn(text: string): string[] | undefined {
  const names = idsIn(text)?.filter((id) => isSettable(id) && !silent.test(id));
  return names && [...new Set(names)].slice(0, maxModels);
}

const isSettable = (id: string): boolean => id.length <= maxName && isWhole(id) && !/[\p{Cc}\p{Cs}]/u.test(id);

function idsIn(text: string): string[] | undefined {
  const list = parse(text);
  const entries = Array.isArray(list) ? list : isObject(list) ? list['data'] : undefined;
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: unknown) => (isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : []));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

import { ParleyError } from '../errors.ts';
import { filterLog, type Logger, type LogLevel, readLogLevel } from './log.ts';

/** Timeout of one attempt, from sending to the last byte of the response, in ms. */
const DEFAULT_TIMEOUT = 60_000;
/** The same if the response waits for a model, which has 10 minutes, plus some time for the service. */
const SLOW_TIMEOUT = 10.5 * 60_000;
/** Max delay of a timer in ms: a signed 32-bit integer. */
const MAX_TIMEOUT = 2 ** 31 - 1;
/** Maximum retries of a failed request. */
const DEFAULT_RETRIES = 2;
const MAX_RETRIES = 10;

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A function that returns the secret key of the next attempt, for keys that rotate. */
export type KeySource = () => string | Promise<string>;

/** Options of a client. The defaults come from `PARLEY_API_KEY`, `PARLEY_BASE_URL` and `PARLEY_LOG`. */
export interface ParleyOptions {
  /** A secret key, `parley_…`, or a function that returns one: it is called for each attempt. */
  readonly apiKey?: string | KeySource | undefined;
  /** The address of the service, such as `https://parley.example.com`; paths that begin with `/api` are appended. */
  readonly baseURL?: string | undefined;
  /** Sends no key: the browser's session cookie authenticates. For pages that the service itself serves. */
  readonly session?: boolean | undefined;
  /** Timeout of each attempt in ms (60,000; 630,000 if the call waits for a complete reply). */
  readonly timeout?: number | undefined;
  /** Maximum retries of a failed request (2; max 10). */
  readonly maxRetries?: number | undefined;
  /** Replaces the global `fetch`: a proxy, a timeout for connecting, a recorder, a test double. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The target of log lines (`console`). */
  readonly logger?: Logger | undefined;
  /** The lowest level that is logged (`warn`). */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Allows a secret key in a browser, where every visitor can read it and use it for whatever it allows. The service
   * must allow the page's origin (`PARLEY_CORS_ORIGINS`).
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options, validated and completed. */
export interface Settings {
  /** Without a trailing slash; empty means the page's own origin. */
  readonly baseURL: string;
  readonly apiKey: string | KeySource | undefined;
  readonly browser: boolean;
  readonly timeout: number;
  /** The timeout of requests that wait for a model, in ms. */
  readonly slowTimeout: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Validates the options and completes them from the environment; throws a `ParleyError` that says what to set. */
export function readSettings(options: ParleyOptions, host: Host = thisHost()): Settings {
  const level = options.logLevel ?? readLogLevel(host.env('PARLEY_LOG') ?? 'warn', 'PARLEY_LOG');
  return {
    baseURL: readBaseURL(options, host),
    apiKey: readApiKey(options, host),
    browser: host.browser,
    timeout: readTimeout(options.timeout ?? DEFAULT_TIMEOUT),
    slowTimeout: readTimeout(options.timeout ?? SLOW_TIMEOUT),
    maxRetries: readMaxRetries(options.maxRetries ?? DEFAULT_RETRIES),
    // Looked up at each call, so that a later replacement of the global one takes effect.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: options.headers ?? {},
    log: filterLog(options.logger ?? console, level),
  };
}

/** Returns a timeout in ms that a timer can hold; throws a `ParleyError` on any other number. */
export function readTimeout(timeout: number): number {
  if (Number.isInteger(timeout) && timeout > 0 && timeout <= MAX_TIMEOUT) return timeout;
  throw new ParleyError(`timeout must be a whole number of milliseconds from 1 to ${MAX_TIMEOUT}.`, {
    code: 'invalid_option',
  });
}

/** Returns a number of retries within the limit; throws a `ParleyError` on any other number. */
export function readMaxRetries(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= MAX_RETRIES) return retries;
  throw new ParleyError(`maxRetries must be a whole number from 0 to ${MAX_RETRIES}.`, { code: 'invalid_option' });
}

function readBaseURL(options: ParleyOptions, host: Host): string {
  const given = (options.baseURL ?? host.env('PARLEY_BASE_URL'))?.trim();
  if (given === undefined) {
    throw new ParleyError(
      'baseURL is missing. Pass baseURL, such as https://parley.example.com, or set PARLEY_BASE_URL.',
      { code: 'missing_base_url' },
    );
  }
  if (given === '' && host.browser) return '';
  const url = parseUrl(given);
  if (url === undefined)
    throw new ParleyError('baseURL must be an absolute URL, such as https://parley.example.com.', {
      code: 'invalid_base_url',
    });
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(given)) {
    throw new ParleyError('baseURL must be an http or https URL without user name, password, query or fragment.', {
      code: 'invalid_base_url',
    });
  }
  return given.replace(/\/+$/, '');
}

function readApiKey(options: ParleyOptions, host: Host): string | KeySource | undefined {
  if (options.session === true) {
    if (options.apiKey === undefined) return undefined;
    throw new ParleyError('Pass either apiKey or session, not both.', { code: 'invalid_option' });
  }
  const given = options.apiKey ?? host.env('PARLEY_API_KEY');
  const key = typeof given === 'function' ? given : checkKey(given);
  if (host.browser && options.dangerouslyAllowBrowser !== true) {
    throw new ParleyError(
      'A secret key in a browser is visible to every visitor. Call the service from your own server, ' +
        'or pass dangerouslyAllowBrowser if only people who may know the key can open this page.',
      { code: 'key_in_browser' },
    );
  }
  return key;
}

/** Returns a key without blanks around it; throws a `ParleyError` unless a header can carry it. */
export function checkKey(given: unknown): string {
  const key = typeof given === 'string' ? given.trim() : given;
  if (key === undefined || key === '') {
    throw new ParleyError(
      'apiKey is missing. Pass apiKey, or set PARLEY_API_KEY. Create keys in the dashboard under Settings, API Keys.',
      { code: 'missing_api_key' },
    );
  }
  // fetch would refuse it too, and print it in its message.
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw new ParleyError('apiKey contains an invalid character: keys are printable ASCII without spaces.', {
      code: 'invalid_api_key',
    });
  return key;
}

/** Functions and facts of the runtime that the client reads. */
export interface Host {
  readonly browser: boolean;
  env(name: string): string | undefined;
}

function thisHost(): Host {
  // Not every runtime has these, and not every compiler knows their types.
  const { process, document, WorkerGlobalScope, navigator } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
    document?: unknown;
    WorkerGlobalScope?: unknown;
    navigator?: { userAgent?: string };
  };
  // The servers of Deno and Cloudflare have the scope of a worker too; every browser calls itself Mozilla.
  const isWorker = WorkerGlobalScope !== undefined && /^Mozilla/.test(navigator?.userAgent ?? '');
  return { browser: document !== undefined || isWorker, env: (name) => process?.env?.[name] || undefined };
}

/** After some thousand calls, `URL.canParse` of Node 20 takes URLs with Latin-1 beyond ASCII for invalid. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

import { OutboundError } from '../../outbound/error.ts';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import type { KindCall, KindNeeds, KindOutput, ToolKind } from '../kind.ts';
import { unknownOutcome } from '../unknown-outcome.ts';
import { problems } from './problems.ts';
import { type BuiltRequest, buildRequest } from './request.ts';
import { HttpSettings, readSettings } from './settings.ts';
import { InputRefused, readTemplate } from './template.ts';

/** Failures before anything was sent. */
const unsent: readonly string[] = ['url', 'scheme', 'port', 'header', 'address', 'dns', 'unreachable', 'tls', 'busy'];

/** A tool that sends a request to a fixed server. */
export const httpTool: ToolKind = {
  title: 'HTTP request',
  description: 'Sends a request to an API, with inputs of the model in its path, query, headers or body.',
  settings: HttpSettings,
  takesSchema: true,
  problems,
  secretsGoTo: (settings) => {
    const template = readTemplate(readSettings(settings).url);
    return typeof template === 'string' ? null : template.origin;
  },
  accountFor: (settings) => {
    const { url, oauth } = readSettings(settings);
    const template = readTemplate(url);
    if (oauth === undefined || typeof template === 'string') return undefined;
    return { serverUrl: template.origin, oauth, isOptional: false };
  },
  run,
};

/** Sends the request of a call. Throws the reason of its signal if the turn has ended, and faults of ours. */
async function run({ outbound }: KindNeeds, call: KindCall): Promise<KindOutput> {
  let request: BuiltRequest;
  try {
    request = buildRequest(call);
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { content: error.message, isError: true };
  }
  const { method, url, headers, body } = request;
  const sent = { method, url, headers, body: body ?? null };
  const { timeoutMs } = call.tool;
  const settings = readSettings(call.tool.settings);
  let response: OutboundResponse | undefined;
  try {
    response = await outbound.fetch({
      ...{ url, method, headers, secretHeaders: request.secretHeaders, signal: call.signal },
      ...(body !== undefined && { body }),
      limits: { idle: timeoutMs, total: timeoutMs, bodyBytes: settings.maxResponseBytes },
    });
    const { status } = response;
    // It decodes every charset, with tables that the start of the server need not read.
    const { readResponse } = await import('./response.ts');
    const said = readResponse({ status, headers: response.headers, bytes: await response.bytes() }, settings);
    const exchange = { request: sent, response: { status, headers: response.headers, body: said.body } };
    return { content: said.content, isError: said.isError, exchange };
  } catch (error) {
    const failure = failureOf(error, call, { method, ...(response !== undefined && { status: response.status }) });
    if (failure === undefined) throw error;
    const got = response === undefined ? null : { status: response.status, headers: response.headers, body: '' };
    return { ...failure, isError: true, exchange: { request: sent, response: got } };
  }
}

interface Attempt {
  readonly method: string;
  /** The status, if a response had begun. */
  readonly status?: number;
}

/** The failure, in words for the model; undefined for errors that aren't failures of the request. */
function failureOf(error: unknown, call: KindCall, { method, status }: Attempt): Failure | undefined {
  const { signal, tool } = call;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError' && signal.reason === error;
  const isRepeatable = method === 'GET' || tool.idempotent;
  if (isTimeout) return lost(`The request timed out after ${tool.timeoutMs} ms.`, isRepeatable);
  if (!(error instanceof OutboundError) || error.kind === 'closed') return undefined;
  const before = status === undefined ? '' : `HTTP ${status}: `;
  if (error.kind === 'address') return { content: `The address is not allowed. ${error.message}` };
  if (error.kind === 'timeout') return lost(`${before}The request timed out. ${error.message}`, isRepeatable);
  const isKnown = unsent.includes(error.kind) || status !== undefined || error.status !== undefined;
  const content = `${before}${error.message}`;
  return isKnown ? { content } : lost(content, isRepeatable);
}

type Failure = Pick<KindOutput, 'content' | 'outcome'>;

/** The failure of a request whose answer was lost. */
const lost = (content: string, isRepeatable: boolean): Failure =>
  isRepeatable ? { content } : { content: `${content} ${unknownOutcome}`, outcome: 'unknown' };

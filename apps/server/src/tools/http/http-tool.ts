import { OutboundError } from '../../outbound/error.ts';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import type { KindCall, KindNeeds, KindOutput, ToolKind } from '../kind.ts';
import { problems } from './problems.ts';
import { type BuiltRequest, buildRequest } from './request.ts';
import { readResponse } from './response.ts';
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
    const said = readResponse({ status, headers: response.headers, bytes: await response.bytes() }, settings);
    const exchange = { request: sent, response: { status, headers: response.headers, body: said.body } };
    return { content: said.content, isError: said.isError, exchange };
  } catch (error) {
    const content = failureOf(error, call, { method, ...(response !== undefined && { status: response.status }) });
    if (content === undefined) throw error;
    const got = response === undefined ? null : { status: response.status, headers: response.headers, body: '' };
    return { content, isError: true, exchange: { request: sent, response: got } };
  }
}

interface Attempt {
  readonly method: string;
  /** The status, if a response had begun. */
  readonly status?: number;
}

/** Says in words for the model what has failed; undefined for what isn't a failure of the request. */
function failureOf(error: unknown, { signal, tool }: KindCall, { method, status }: Attempt): string | undefined {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError' && signal.reason === error;
  if (isTimeout) return `The request timed out after ${tool.timeoutMs} ms.${doubt(method)}`;
  if (!(error instanceof OutboundError) || error.kind === 'closed') return undefined;
  const before = status === undefined ? '' : `HTTP ${status}: `;
  if (error.kind === 'address') return `The address is not allowed. ${error.message}`;
  if (error.kind === 'timeout') return `${before}The request timed out. ${error.message}${doubt(method)}`;
  const isKnown = unsent.includes(error.kind) || status !== undefined || error.status !== undefined;
  return `${before}${error.message}${isKnown ? '' : doubt(method)}`;
}

/** A sentence for a request whose answer was lost. */
const doubt = (method: string) => (method === 'GET' ? '' : ' It is not known whether it had an effect.');

import { OutboundError } from './error.ts';

/** Returns the `code` of an error of Node or undici. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Errors of a response, by the code of undici or zlib. Each text continues a sentence about the host. */
const breaches: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'sent too many headers',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body that is not as long as its Content-Length',
  UND_ERR_SOCKET: 'closed the connection before the end of its response',
  ECONNRESET: 'closed the connection before the end of its response',
  EPIPE: 'closed the connection before the end of its response',
};

/** Converts an error of a request or its body to an `OutboundError` about `subject`; keeps one that already is. */
export function toOutboundError(error: unknown, subject: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error) ?? '';
  const isEncoding = /^(Z_|ERR__ERROR_|ERR_PADDING|ERR_BROTLI)/.test(code);
  const breach = isEncoding ? 'sent a body that is not in its Content-Encoding' : breaches[code];
  const kind = code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too_large' : 'broken';
  const detail = error instanceof Error ? `${code} ${error.message}` : String(error);
  return new OutboundError(kind, `${subject} ${breach ?? 'sent a response that is not valid HTTP'}.`, { detail });
}

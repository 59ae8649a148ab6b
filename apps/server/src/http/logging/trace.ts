import type { IncomingHttpHeaders } from 'node:http';

/** `traceparent` of W3C Trace Context, section 3.2: a later version may append fields after a hyphen. */
const traceparent = /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-[0-9a-f]{2}(?<more>-.*)?$/;

/**
 * Returns the trace that a request belongs to, for the log; undefined without a valid `traceparent`. An invalid one is
 * ignored, as the standard demands. Nothing is passed on to other servers.
 */
export function traceIdOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['traceparent'];
  // Two headers arrive as one text, which doesn't match.
  if (typeof header !== 'string') return undefined;
  const { version, trace, parent, more } = traceparent.exec(header)?.groups ?? {};
  if (trace === undefined || parent === undefined || version === 'ff' || (version === '00' && more !== undefined)) {
    return undefined;
  }
  return /^0+$/.test(trace) || /^0+$/.test(parent) ? undefined : trace;
}

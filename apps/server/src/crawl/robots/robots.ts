import { SourceFailure } from '../../extract/document.ts';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import { failure, statusFailure, toFailure } from '../problems.ts';
import { hostOf, type Requests } from '../requests.ts';
import { type Robots, readRobots } from './robots-rules.ts';

/** Max size of a robots.txt that is read, in bytes; the rest is ignored (RFC 9309, section 2.5). */
const maxBytes = 500 * 1024;

const everything: Robots = { allows: () => true, crawlDelay: 0, sitemaps: [] };

/**
 * Fetches the rules of an origin. Without a robots.txt everything is allowed (RFC 9309, section 2.3.1.3). Rejects with
 * a `SourceFailure` if the site has an error or can't be reached: then nothing is allowed, for now.
 */
export async function fetchRobots(requests: Requests, origin: string, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  try {
    const response = await requests.get({ url, signal, headers: { accept: 'text/plain,*/*;q=0.5' } });
    const { status, body } = response;
    if (status >= 200 && status < 300) return readRobots(await readStart(response));
    body.destroy();
    if (status >= 300 && status < 500) return everything;
    throw statusFailure(hostOf(url), status);
  } catch (error) {
    const problem = toFailure(error);
    if (!(problem instanceof SourceFailure)) throw problem;
    // Redirects that lead nowhere are as good as no file; errors that pass are not.
    if (problem.code === 'redirect_loop' || (problem.code === 'http_error' && !problem.retry)) return everything;
    if (problem.code === 'address_not_allowed') throw problem;
    throw failure(
      'unreachable',
      `The robots.txt of ${hostOf(url)} can't be read, so nothing may be crawled now. ${problem.message}`,
      {
        hint: 'Check that the site sends its robots.txt, or HTTP 404 if it has none. Then sync again.',
        retry: true,
      },
    );
  }
}

async function readStart({ body }: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

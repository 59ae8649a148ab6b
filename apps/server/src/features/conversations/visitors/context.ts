import { type ErrorDetail, invalid } from '../../../errors.ts';
import { parseUrl } from '../../../parse-url.ts';
import type { PageContext, StoredContext } from '../../../schemas/conversations/visitors.ts';

const nothing: StoredContext = { page: null, firstPage: null, language: null, device: null, attributes: {} };

/**
 * Adds what a page tells to what it told before, both as JSON. Throws `validation_failed` for a URL that isn't one of
 * the web.
 */
export function withContext(stored: string | null, given: PageContext, now: number): string {
  const before = stored === null ? nothing : (JSON.parse(stored) as StoredContext);
  const { url, title = '', referrer = '', language, device, attributes } = given;
  const problems: ErrorDetail[] = [];
  const read = (name: string, text: string) => {
    const address = webAddress(text);
    if (address === undefined) problems.push({ path: `context.${name}`, message: 'must be an http or https URL' });
    return address ?? '';
  };
  const page =
    url === undefined
      ? before.page
      : {
          url: read('url', url),
          title: title.trim(),
          referrer: referrer === '' ? null : read('referrer', referrer),
          at: new Date(now).toISOString(),
        };
  if (problems.length > 0) throw invalid(problems);
  return JSON.stringify({
    ...{ page, firstPage: before.firstPage ?? page },
    ...{ language: language ?? before.language, device: device ?? before.device },
    attributes: attributes ?? before.attributes,
  } satisfies StoredContext).toWellFormed();
}

/** Returns a URL of the web without its user, password and fragment, which may be secrets; undefined for another one. */
function webAddress(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

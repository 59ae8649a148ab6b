import { parseUrl } from '../../../parse-url.ts';

/** The part of a channel that says where its chat may be embedded. */
export interface Embedding {
  readonly type: string;
  /** Origins such as `https://example.com` and, for all of its subdomains, `https://*.example.com`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * True if a page of another site may embed the chat of a channel. Without allowed origins, any site may embed a widget,
 * and no site a page.
 */
export function mayEmbed({ type, allowedOrigins }: Embedding, origin: string): boolean {
  if (allowedOrigins.length === 0) return type === 'widget';
  return allowedOrigins.some((allowed) => matches(allowed, origin));
}

function matches(allowed: string, origin: string): boolean {
  if (!allowed.includes('//*.')) return allowed === origin;
  const [scheme = '', domain = ''] = allowed.split('//*');
  return (
    origin.startsWith(`${scheme}//`) && origin.endsWith(domain) && origin.length > scheme.length + 2 + domain.length
  );
}

/** The value of `frame-ancestors` (Content Security Policy Level 3, section 6.4.2) for the page of a channel. */
export function frameAncestors({ type, allowedOrigins }: Embedding): string {
  if (allowedOrigins.length > 0) return ["'self'", ...allowedOrigins].join(' ');
  return type === 'widget' ? '*' : "'self'";
}

/** Returns an origin as browsers write it; undefined if the text is no origin. */
export function originOf(text: string): string | undefined {
  const url = parseUrl(text);
  return url !== undefined && url.origin !== 'null' && url.origin === text ? text : undefined;
}

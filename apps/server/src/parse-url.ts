/**
 * Parses a URL, relative to a base if there is one; undefined if it isn't valid. `URL.canParse` isn't to be used: after
 * some thousand calls, Node 20 takes every URL with Latin-1 beyond ASCII, such as `http://bücher.example/`, for invalid.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A URL without slashes at its end. */
export function withoutEndSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

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

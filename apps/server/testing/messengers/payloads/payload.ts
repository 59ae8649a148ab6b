import { readFileSync } from 'node:fs';

/** A request of a platform as it was sent, with the present time in it. */
export function payload<Body = object>(name: string, now = Date.now()): Body {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(
    text.replaceAll('NOW.', `${Math.floor(now / 1000)}.`).replaceAll('"NOW"', `${Math.floor(now / 1000)}`),
  );
}

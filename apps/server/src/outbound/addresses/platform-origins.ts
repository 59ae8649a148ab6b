import { parseUrl } from '../../parse-url.ts';

const setting = 'PARLEY_PLATFORM_URLS';

/** The platforms whose API may be elsewhere, by the type of channel or source. */
const platforms: readonly string[] = ['telegram', 'slack', 'discord', 'whatsapp', 'notion'];

/**
 * Reads where the APIs of messengers and of Notion are if not at their own addresses, such as behind a gateway: `telegram=https://…`,
 * several separated by commas. Adds a sentence to `problems` for each wrong entry.
 */
export function readPlatformOrigins(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Readonly<Record<string, string>> {
  const entries = (environment[setting] ?? '').split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const [name = '', ...rest] = entry.trim().split('=');
      const url = parseUrl(rest.join('='));
      if (platforms.includes(name) && url !== undefined && ['http:', 'https:'].includes(url.protocol))
        return [[name, url.href.endsWith('/') ? url.href.slice(0, -1) : url.href] as const];
      problems.push(
        `${setting}: must be entries such as telegram=https://bots.example.com, of ${platforms.join(', ')}`,
      );
      return [];
    }),
  );
}

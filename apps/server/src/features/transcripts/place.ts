import type { Answers } from '../../platforms/web/form.ts';
import { type WebSettings, webDefaults } from '../../platforms/web/settings.ts';
import type { Place } from './store.ts';

/** Returns the settings of the channel of a conversation; undefined if that is no chat on the web. */
export const webOf = ({ type, settings }: Place): WebSettings | undefined =>
  type === 'widget' || type === 'page'
    ? { ...webDefaults, ...(JSON.parse(settings ?? '{}') as Partial<WebSettings>) }
    : undefined;

/** Returns the address that a visitor has entered into the form of the channel; undefined without one. */
export function addressIn({ form }: WebSettings, answers: Answers): string | undefined {
  for (const { type, key } of form.fields) {
    const answer = answers[key];
    if (type === 'email' && typeof answer === 'string' && answer !== '') return answer;
  }
  return undefined;
}

/**
 * Returns the host of the site on which a chat is: the only one that may embed it, or else the instance. The page that
 * the visitor names could be any.
 */
export function siteOf(web: WebSettings | undefined, publicUrl: string): string {
  const [only, ...others] = web?.allowedOrigins ?? [];
  const isOne = only !== undefined && others.length === 0 && !only.includes('*');
  return new URL(isOne ? only : publicUrl).host;
}

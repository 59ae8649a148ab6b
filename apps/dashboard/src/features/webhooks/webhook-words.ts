import type { Webhook, WebhookTest } from '@parley/sdk';

/** Returns whether a webhook works, and why not. */
export function stateOf({ status, disabledReason, failingSince }: Webhook) {
  if (status === 'enabled') return failingSince === null ? 'working' : 'failing';
  if (disabledReason === 'gone') return 'gone';
  return disabledReason === 'failing' ? 'stopped' : 'manual';
}

/** True if a webhook needs attention: it fails, or was disabled because of its receiver. */
export const needsCare = (webhook: Webhook): boolean => ['failing', 'stopped', 'gone'].includes(stateOf(webhook));

/** Why a webhook that needs care doesn't work. */
export const troubles = {
  working: '',
  failing: 'Its receiver refuses or doesn’t respond. Events wait, and are retried.',
  stopped: 'Disabled: nothing got through for about 75 hours.',
  gone: 'Disabled: its receiver responded with status 410 (gone).',
  manual: 'Disabled by hand.',
} as const;

/** The types of a webhook in a few words. */
export function typesText({ types }: Pick<Webhook, 'types'>): string {
  if (types.includes('*')) return 'All events';
  const shown = types.slice(0, 3).join(', ');
  return types.length > 3 ? `${shown} and ${types.length - 3} more` : shown;
}

/** The outcome of a test in words: `Replied with status 204 in 48 ms`. */
export const replyText = ({ status, latencyMs }: Pick<WebhookTest, 'status' | 'latencyMs'>): string =>
  `${status === null ? 'No reply' : `Replied with status ${status}`}${latencyMs === null ? '' : ` in ${latencyMs.toLocaleString('en')} ms`}`;

import { Badge } from '@mantine/core';
import type { Webhook } from '@parley/sdk';
import { stateOf } from './webhook-words.ts';

const looks = {
  working: { color: 'green', label: 'Enabled' },
  failing: { c: 'var(--warn)', bg: 'var(--warn-ground)', label: 'Failing' },
  manual: { color: 'gray', label: 'Disabled' },
  stopped: { color: 'red', label: 'Disabled: failing' },
  gone: { color: 'red', label: 'Disabled: gone' },
} as const;

/** Shows whether a webhook works. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { label, ...look } = looks[stateOf(webhook)];
  return <Badge {...look}>{label}</Badge>;
}

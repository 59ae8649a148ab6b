import { allowed, found } from './checks.ts';
import { type Given, path, type Row } from './row.ts';

const needs = 'workspace:admin';

/** Its address is public, but it is disabled. */
const draft = ({ marker, serial }: Given) => ({
  ...{ url: 'https://1.1.1.1/hook', status: 'disabled', description: `${marker} ${serial}` },
});

const one: Row = {
  ...{ needs, status: 200, slots: { id: path('webhook') } },
  checks: [found('id', 'webhook_not_found'), allowed('id', needs)],
};

/** Calls of the endpoints of webhooks, and their permissions. */
export const webhookRows: Readonly<Record<string, Row>> = {
  createWebhook: {
    ...{ needs, status: 201, body: draft },
    // Never left out: the calls before have created workspaces, so that several are within reach.
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', needs)],
  },
  listWebhooks: {
    needs,
    status: 200,
    // It only narrows the list, so one out of reach gives an empty list.
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getWebhook: one,
  updateWebhook: { ...one, body: ({ marker, serial }) => ({ description: `${marker} ${serial}` }) },
  deleteWebhook: one,
  rotateWebhookSecret: one,
  testWebhook: one,
  listWebhookDeliveries: one,
  redeliverWebhook: { ...one, body: () => ({ since: '2026-01-31T09:30:00Z' }) },
};

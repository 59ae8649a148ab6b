// @module-tag pure

import type { Tool } from '@parley/sdk';
import { expect, it } from 'vitest';
import { clientSecretName } from './oauth-values.ts';
import { bodyOf, newValues, secretsOf, type ToolValues, validate, valuesOf } from './values.ts';

const oauth = {
  ...{ clientId: 'parley-shop', scope: 'orders:read' },
  ...{ authorizationUrl: 'https://auth.example.com/authorize', tokenUrl: 'https://auth.example.com/token' },
};
const stored = (fields: Partial<Tool>): Tool => ({
  ...{ _id: 'tool_1', workspace: 'ws_1', type: 'http', name: 'find_order', description: 'Finds an order.' },
  ...{ inputSchema: null, secretNames: [], auth: 'none', timeoutMs: 10_000, idempotent: true, approvers: [] },
  ...{ approvalSeconds: 60, createdAt: '', updatedAt: '', settings: { url: 'https://api.example.com/orders' } },
  ...fields,
});
const url = 'https://api.example.com/orders';
const withClient = stored({ auth: 'end_user', settings: { url, oauth }, secretNames: ['KEY', clientSecretName] });
const sent = (tool: Tool, changes: Partial<ToolValues> = {}) => {
  const values = { ...valuesOf(tool), ...changes };
  return { body: bodyOf(values, tool), secrets: secretsOf(values, tool) };
};

it('keeps the client of an HTTP tool, and its secret, through an edit', () => {
  const { body, secrets } = sent(withClient, { description: 'Finds it.' });
  expect(body).toMatchObject({ description: 'Finds it.', settings: { oauth } });
  expect(body).not.toHaveProperty('auth');
  expect(secrets).toEqual({});
  expect(sent(withClient, { scope: ' ', auth: 'workspace' }).body).toMatchObject({
    ...{ auth: 'workspace', settings: { oauth: { clientId: 'parley-shop' } } },
  });
  expect(sent(withClient, { scope: ' ' }).body.settings?.['oauth']).not.toHaveProperty('scope');
});

it('sets and deletes the secret of the client beside the other secrets', () => {
  const secretOf = (value: string, isStored: boolean) =>
    sent(withClient, { clientSecret: { value, isStored } }).secrets;
  expect(secretOf('new', true)).toEqual({ [clientSecretName]: 'new' });
  expect(secretOf('', false)).toEqual({ [clientSecretName]: null });
});

it('deletes the client with the choice of no account, but leaves one that the form never showed', () => {
  const { body, secrets } = sent(withClient, { auth: 'none' });
  expect(body.auth).toBe('none');
  expect(body.settings).not.toHaveProperty('oauth');
  expect(secrets).toEqual({ [clientSecretName]: null });
  const hidden = sent({ ...withClient, auth: 'none' });
  expect(hidden).toMatchObject({ body: { settings: { oauth } }, secrets: {} });
});

it('shows no account without a client, and leaves what the API has', () => {
  const tool = stored({ auth: 'workspace' });
  expect(valuesOf(tool).auth).toBe('none');
  expect(sent(tool).body).not.toHaveProperty('auth');
});

it('keeps the client of an MCP server, which it does not show', () => {
  const tool = stored({ ...withClient, type: 'mcp' });
  const { body, secrets } = sent(tool, { auth: 'workspace' });
  expect(body).toMatchObject({ auth: 'workspace', settings: { oauth } });
  expect(secrets).toEqual({});
});

it('demands a client only for an account of an HTTP tool', () => {
  const values: ToolValues = { ...newValues, auth: 'end_user' };
  expect(validate.clientId('', values)).toMatch(/^Enter the ID/);
  expect(validate.tokenUrl('auth.example.com', values)).toMatch(/^Enter an address/);
  for (const other of [
    { ...values, auth: 'none' as const },
    { ...values, type: 'mcp' as const },
  ]) {
    expect(validate.clientId('', other)).toBeNull();
    expect(validate.authorizationUrl('', other)).toBeNull();
  }
});

it('keeps the agents to hand over to, and demands one that says when', () => {
  const agents = [{ id: 'agent_1', when: ' Money ' }];
  const settings = { function: 'hand_over_to_agent', agents };
  const tool = stored({ type: 'builtin', settings });
  expect(sent(tool).body.settings).toEqual({ ...settings, agents: [{ id: 'agent_1', when: 'Money' }] });
  expect(sent(tool, { function: 'current_time' }).body.settings).toEqual({ function: 'current_time' });
  const values = valuesOf(tool);
  expect(validate.agents(agents, values)).toBeNull();
  expect(validate.agents([], values)).toBe('Add at least one agent.');
  expect(validate.agents([{ id: 'agent_1', when: ' ' }], values)).toMatch(/^Write beside each/);
  expect(validate.agents([], { ...values, function: 'current_time' })).toBeNull();
});

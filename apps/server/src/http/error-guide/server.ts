import type { GuidePart } from './entry.ts';

const retry = 'The message is stored; its reply can be retried.';

/** Failures of the server, or of the provider of a model. */
export const server = {
  internal_error: {
    error: 'Something went wrong on our side.',
    cause: 'A bug of the server.',
    cure: 'Send the `requestId` to the operator: the log has the cause under it.',
  },
  unavailable: {
    error: 'The server has too many connections.',
    cause: 'The server starts, stops or is full, or its database can’t be reached or has no space.',
    cure: 'Wait for `Retry-After`, then repeat. If it stays, tell the operator.',
  },
  query_timeout: {
    error: 'The query took longer than 10 s.',
    cause: 'A search, a filter, a count or an export had to read very many rows.',
    cure: 'Ask for less: a workspace, an agent, fewer words, no `includeTotal`. A repeat would take as long.',
  },
  mail_not_configured: {
    error: 'This server sends no mail.',
    cause: 'The operator has not set a mail server (`SMTP_URL`).',
    cure: 'Ask an admin for a link, or the operator to verify the address or to set a mail server.',
    hint: 'Ask its operator to verify your address (parley user verify).',
  },
  tool_unreachable: {
    error: 'The server could not be asked: mcp.example.com answered with status 503.',
    cause: 'The MCP server of a tool could not be reached, refused, or sent what is not valid MCP.',
    cure: 'Check the address, the headers and the account of the tool. Repeat it if the server was down.',
  },
  provider_error: {
    error: 'The model openai/gpt-5-mini did not complete its reply: its provider is not available (status 503).',
    cause:
      'The provider of the model refused, could not be reached, or sent what can’t be read; `details` has the reason.',
    cure: 'Depends on the reason; `hint` says what. The reply that failed is stored, and can be retried.',
    details: [
      { path: 'providerStatus', message: '503' },
      { path: 'providerMessage', message: 'The server is overloaded.' },
      { path: 'reason', message: 'unavailable' },
    ],
    hint: `${retry} Retry it later.`,
  },
  provider_not_configured: {
    error: 'The model openai/gpt-5-mini did not complete its reply: its provider has no API key (OPENAI_API_KEY).',
    cause: 'The provider of the agent’s model has no key on this server, or no provider has the model.',
    cure: 'The operator sets the variable that `error` names; or choose another model (`GET /api/models`).',
    details: [{ path: 'reason', message: 'not_configured' }],
  },
  provider_timeout: {
    error: 'The model openai/gpt-5-mini did not complete its reply: it took longer than 60 s.',
    cause: 'The provider took too long to connect, to start, to continue or to finish.',
    cure: 'Retry the reply, or choose a faster model.',
    details: [{ path: 'reason', message: 'timeout' }],
    hint: `${retry} Retry it, or choose a faster model.`,
  },
  response_schema_mismatch: {
    error:
      'The model openai/gpt-5-mini did not complete its reply: its answer doesn’t match the response schema: urgent is required.',
    cause: 'The model’s answer was not valid against `responseSchema`, and neither was its second one.',
    cure: 'Retry the reply, with `responseSchema` again; describe its fields, make it simpler, or choose another model.',
    details: [{ path: 'reason', message: 'schema_mismatch' }],
    hint: `${retry} Describe the fields of \`responseSchema\`, make it simpler, or choose another model.`,
  },
} satisfies GuidePart;

import { endpoint } from '../../../http/endpoint.ts';
import { ApprovalLink, ApprovalLinkDecision, ApprovalLinkToken } from './schema.ts';
import type { ApprovalLinks } from './service.ts';

const tag = 'Tools';
const refusals = ['approval_link_invalid', 'approval_needs_sign_in', 'too_many_failed_attempts'] as const;

/** The operations for a person with a mailed link. */
export const approvalLinkEndpoints = (links: ApprovalLinks) => [
  endpoint({
    id: 'readApprovalLink',
    client: 'approvalLinks.read',
    clientRepeats: true,
    method: 'POST',
    path: '/api/approval-links/read',
    access: 'public',
    tag,
    summary: 'Show the tool call that a mailed link is for',
    description: 'Shows an approver what they decide about. Changes nothing: mail programs open links.',
    body: ApprovalLinkToken,
    data: ApprovalLink,
    errors: [...refusals],
    handle: async (call) => ({ data: await links.read(call, call.body.token) }),
  }),
  endpoint({
    id: 'decideByApprovalLink',
    client: 'approvalLinks.decide',
    method: 'POST',
    path: '/api/approval-links/decide',
    access: 'public',
    tag,
    summary: 'Approve or deny a tool call with a mailed link',
    description:
      'Decides as the user of the link, with the checks of `approveToolCall`, and uses the link up. ' +
      'Refused if the workspace requires a second factor.',
    body: ApprovalLinkDecision,
    data: ApprovalLink,
    errors: [...refusals, 'tool_call_not_found', 'tool_call_decided', 'not_an_approver'],
    handle: async (call) => ({ data: await links.decide(call, call.body) }),
  }),
];

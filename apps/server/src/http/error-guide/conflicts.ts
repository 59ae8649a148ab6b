import type { GuidePart } from './entry.ts';

/** Requests that don't fit what is stored. */
export const conflicts = {
  name_conflict: {
    error: 'The account already has a workspace with this name.',
    cause:
      'Names of workspaces are unique in an account, those of saved replies and views in a workspace (shared ones and each ' +
      'person’s own apart).',
    cure: 'Choose another name.',
  },
  external_id_conflict: {
    error: 'Another agent of the workspace has this externalId.',
    cause: 'An `externalId` is unique: of agents, channels and sources in a workspace, of documents in a source.',
    cure: 'Send the request to `PUT …/by-external-id/{externalId}`, which creates or updates.',
    hint: 'Update it with PUT …/by-external-id/{externalId}.',
  },
  already_member: {
    error: 'This person is already a member of the workspace.',
    cause: 'The invited address belongs to a member.',
    cure: 'Nothing; to change the role, update the member.',
  },
  already_verified: {
    error: 'Your address is already verified.',
    cause: 'A code was asked for although it isn’t needed.',
    cure: 'Nothing.',
  },
  api_key_inactive: {
    error: 'The API key is revoked; create another one instead.',
    cause: 'A key is rotated that is no longer active, or was rotated or changed at the same time.',
    cure: 'Rotate the key that replaced it (`replacedBy`), or create another one.',
  },
  source_in_use: {
    error: 'The knowledge source is used by 2 agents: Support, Sales.',
    cause: 'A source is deleted that agents use; `details` has up to five of them.',
    cure: 'Remove it from these agents first, or send `force=true`: they lose it at once.',
    hint: 'Remove it from these agents, or send force=true.',
  },
  set_by_environment: {
    error: 'The environment sets OPENAI_API_KEY, which wins over a stored key.',
    cause: 'A key is stored for a provider whose key the operator has set.',
    cure: 'Nothing; or the operator removes the variable and restarts the server.',
  },
  review_not_waiting: {
    error: 'No version of the knowledge source waits for a review.',
    cause: 'It was approved or rejected, or another sync has replaced it.',
    cure: 'Read the source: `review` says whether a version waits.',
  },
  last_owner: {
    error: 'A workspace must have at least one owner.',
    cause: 'The change would leave a workspace without an owner.',
    cure: 'Make another member an owner first.',
  },
  last_workspace: {
    error: 'This is the only workspace of the account, so it can’t be deleted.',
    cause: 'An account keeps at least one workspace.',
    cure: 'Create another workspace first, or delete the account.',
    hint: 'Create another workspace first, or delete your account (DELETE /api/me).',
  },
  idempotency_in_progress: {
    error: 'A request with this Idempotency-Key is still in progress.',
    cause: 'The first request with the key has not ended yet.',
    cure: 'Wait for `Retry-After`, then send it again: you get the answer of the first request.',
  },
  idempotency_key_reused: {
    error: 'This Idempotency-Key was already used with a different request.',
    cause: 'Within 24 hours the key was used for another path or another body.',
    cure: 'Use a new key for each thing that you want done.',
  },
  agent_inactive: {
    error: 'The agent is inactive.',
    cause: 'The `status` of the agent is `inactive`, so it accepts no message.',
    cure: 'Set its status to `active`.',
    hint: 'Set its status to active.',
  },
  conversation_closed: {
    error: 'The conversation is closed.',
    cause: 'A message, a takeover or a release in a closed conversation.',
    cure: 'Reopen the conversation, or start another one.',
    hint: 'Reopen it, or create another.',
  },
  conversation_busy: {
    error: 'A reply is being written in this conversation.',
    cause: 'A conversation has one turn at a time, and one is running.',
    cure:
      'Wait until the reply has ended (follow its stream), or cancel it; then send the message again. The clients ' +
      'leave that to you: the reply may take minutes. `Retry-After` is the least wait.',
    hint: 'Wait until it ends, or cancel it.',
  },
  conversation_empty: {
    error: 'The conversation has no message yet.',
    cause: 'A stream of a reply was asked for before the first message.',
    cure: 'Send a message first. `GET /api/conversations/{id}/events` waits for one.',
    hint: 'Send one with POST /api/conversations/{id}/messages, or follow GET /api/conversations/{id}/events, which waits.',
  },
  conversation_taken_over: {
    error: 'A person has taken over this conversation.',
    cause:
      'A retry or a reopening while a person replies instead of the agent; or a person replies, or takes over with ' +
      '`takenBy`, while another one has the conversation: `details` has the ID of that person.',
    cure: 'Release the conversation first, or take it over from that person.',
    hint: 'Release it first.',
  },
  conversation_not_closed: {
    error: 'The conversation is not closed.',
    cause: 'An answer to how satisfied a visitor is, while the conversation goes on.',
    cure: 'Close the conversation first. A closed one can be answered, and the answer changed, until it is reopened.',
    hint: 'Close it first.',
  },
  conversation_not_taken_over: {
    error: 'No person has taken over this conversation.',
    cause: 'A message with `role: "human"` while the agent replies.',
    cure: 'Take the conversation over first.',
    hint: 'Take it over first.',
  },
  second_factor_missing: {
    error: 'You have no second factor.',
    cause: 'New recovery codes, a confirmation by code, or requiring a second factor in a workspace needs one.',
    cure: 'Add an authenticator app or a passkey first (Settings, Security).',
    hint: 'Add an authenticator app or a passkey first.',
  },
  second_factor_demanded: {
    error: 'A workspace requires a second factor, so you can’t remove your last one.',
    cause: 'The last authenticator app or passkey would be removed, and a workspace of the person requires one.',
    cure: 'Add another one first, leave the workspace, or have an owner end the requirement.',
    hint: 'Add another one first.',
  },
  passkey_exists: {
    error: 'This passkey has been added already.',
    cause: 'The authenticator returned a passkey that a person here has.',
    cure: 'Use it, or add another authenticator.',
  },
  passkey_limit_reached: {
    error: 'You have 20 passkeys; more are not possible.',
    cause: 'A person can have up to 20 passkeys.',
    cure: 'Remove one that is not used.',
    hint: 'Remove one that is not used.',
  },
  note_limit_reached: {
    error: 'The conversation has 1,000 notes; more are not possible.',
    cause: 'A conversation can have up to 1,000 notes, with deleted ones.',
    cure: 'Change one of your notes, or write another conversation’s.',
    hint: 'Change one of your notes.',
  },
  saved_reply_limit_reached: {
    error: 'The workspace has 1,000 saved replies; more are not possible.',
    cause: 'A workspace can have up to 1,000 saved replies, with those that only their authors see.',
    cure: 'Delete one that is not used.',
    hint: 'Delete one that is not used.',
  },
  view_limit_reached: {
    error: 'The workspace has 100 views; more are not possible.',
    cause: 'A workspace can have up to 100 views, with those that only their authors see.',
    cure: 'Delete one that is not used.',
    hint: 'Delete one that is not used.',
  },
  passkeys_unavailable: {
    error: 'Passkeys need a host name: they don’t work at the IP address 192.0.2.1.',
    cause: 'The dashboard is open at an IP address, for which browsers create no passkeys.',
    cure: 'Open the dashboard by a name, such as `localhost` or that of `PUBLIC_URL`.',
    hint: 'Open the dashboard by a name.',
  },
  message_not_retryable: {
    error: 'Only the last reply can be retried, and only if it failed or was cancelled.',
    cause: 'A retry of anything else: a complete reply, an earlier one, or a message of the user.',
    cure: 'Send a message instead.',
  },
  message_not_rateable: {
    error: 'Only a reply can be rated.',
    cause: 'Feedback on a message that the agent didn’t write.',
    cure: 'Rate the reply to it.',
  },
  message_not_redeliverable: {
    error: 'Only a message whose delivery failed, or isn’t known, can be sent again.',
    cause: 'The message is on its way to its messenger, or has arrived there.',
    cure: 'Look at `GET /api/conversations/{id}/deliveries`: `state` says how far it has come.',
  },
  tool_in_use: {
    error: 'The tool is attached to the agents Support and Sales.',
    cause: 'The deletion of a tool that agents have in their `tools`.',
    cure: 'Update these agents without it, then delete it.',
    hint: 'Remove it from the `tools` of these agents first.',
  },
  team_name_taken: {
    error: 'Another team of the workspace has this name.',
    cause: 'People choose teams by their names, so each is unique in its workspace, upper and lower case alike.',
    cure: 'Choose another name, or change the team that has it: `GET /api/teams?sort=name` lists them.',
  },
  tool_name_taken: {
    error: 'Another tool of the workspace has this name.',
    cause: 'Models call tools by their names, so each is unique in its workspace.',
    cure: 'Choose another name, or change the tool that has it: `GET /api/tools?name=` finds it.',
  },
  tool_call_decided: {
    error: 'A person has decided about this tool call already, or its time is over.',
    cause: 'A second decision about a call, a result for a call that has one, or either after the deadline.',
    cure: 'Read the call: `status`, `decidedBy` and `reason` say what became of it.',
  },
  definition_changed: {
    error: 'The definition of create_issue has changed since it was listed.',
    cause: 'An approval of a definition that the MCP server has changed or removed since it was listed.',
    cure: 'List the definitions again (`GET /api/tools/{id}/definitions`), and approve what you see then.',
    hint: 'List the definitions again, and approve what you see then.',
  },
  webhook_redelivery_in_progress: {
    error: 'Events are being sent to this webhook again already.',
    cause: 'An earlier request with `since` isn’t finished. It waits while the webhook is disabled.',
    cure: 'Wait until `caughtUp` of the webhook is true, or enable it.',
  },
  quota_exceeded: {
    error: 'The account has 100,000 of 100,000 agents that its plan (free) allows.',
    cause: 'The plan limits how much an account has, and one more would exceed that.',
    cure: 'Delete what is not used, or ask the operator for more. `GET /api/usage/quotas` has the numbers.',
    details: [{ path: 'agents', message: '100000 of 100000 are used' }],
    hint: 'Delete agents that are not used, or ask the operator of this server for more (parley plan set).',
  },
  version_conflict: {
    error: 'The agent has been changed by another request.',
    cause: 'The entity tag in `If-Match` is not the current one: the object has changed since you read it.',
    cure: 'Read the object again, then repeat the change. The `ETag` of the response is the current version.',
    hint: 'Read it again, then repeat the change.',
  },
} satisfies GuidePart;

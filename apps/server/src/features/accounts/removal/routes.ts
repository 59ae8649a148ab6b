import { sessionCookieFor } from '../../../http/admission/cookies.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { amounts } from '../../../http/responses/amounts.ts';
import { MeDependents, MeRemoval, MeRemovalQuery } from './schema.ts';
import type { Removals } from './service.ts';

const inWords = (counts: MeDependents) =>
  amounts([
    [counts.workspaces.length, 'workspace'],
    [counts.agents, 'agent'],
    [counts.conversations, 'conversation'],
    [counts.messages, 'message'],
    [counts.channels, 'channel'],
    [counts.knowledgeSources, 'knowledge source'],
    [counts.invitations, 'invitation'],
    [counts.files, 'file'],
    [counts.memberships, 'membership'],
    [counts.apiKeys, 'API key'],
    [counts.sessions, 'session'],
  ]);

/** The deletion of the caller's own user. */
export const removalEndpoints = (removals: Removals) => [
  endpoint({
    id: 'deleteMe',
    client: 'me.delete',
    clientPreview: 'me.dependents',
    method: 'DELETE',
    path: '/api/me',
    access: 'session',
    confirmed: true,
    tag: 'Account',
    summary: 'Delete your account',
    description:
      'Requires your password. Ends your sessions, deletes your API keys, and deletes the workspaces in which you ' +
      'are the only member. Content that you wrote in other workspaces stays there without your name. Fails with ' +
      '`last_owner` while you are the only owner of a workspace with other members, or the only person on the ' +
      'server.',
    query: MeRemovalQuery,
    body: MeRemoval,
    data: 'message',
    says: 'Account deleted with 1 workspace, 4 agents, 120 conversations and 960 messages.',
    preview: MeDependents,
    scans: true,
    errors: ['invalid_credentials', 'too_many_failed_attempts', 'last_owner', 'version_conflict'],
    handle: async ({ actor, query: { dryRun }, body, awaited, secure }) => {
      if (dryRun === true) return { data: await removals.preview(actor, awaited) };
      const counts = await removals.remove(actor, body, awaited);
      return { message: `Account deleted with ${inWords(counts)}.`, cookies: [sessionCookieFor('', 0, secure)] };
    },
  }),
];

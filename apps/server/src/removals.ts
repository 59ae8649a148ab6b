import type { Belongings } from './storage/belongings.ts';

/** The parts of the service that keep something of a workspace, a person or an account. */
export interface Keepers {
  readonly agents: { readonly ofWorkspace: Belongings };
  readonly channels: { readonly ofWorkspace: Belongings };
  readonly conversations: { readonly ofWorkspace: Belongings; readonly ofPerson: Belongings };
  readonly knowledge: { readonly ofWorkspace: Belongings };
  readonly tools: { readonly ofWorkspace: Belongings };
  readonly savedReplies: { readonly ofWorkspace: Belongings; readonly ofPerson: Belongings };
  readonly views: { readonly ofWorkspace: Belongings; readonly ofPerson: Belongings };
  readonly presence: { readonly ofWorkspace: Belongings };
  readonly suggestions: { readonly ofWorkspace: Belongings };
  readonly teamRooms: { readonly ofWorkspace: Belongings };
  readonly teams: { readonly ofWorkspace: Belongings };
  readonly hours: { readonly ofWorkspace: Belongings };
  readonly webhooks: { readonly ofWorkspace: Belongings };
  readonly blobs: { readonly ofWorkspace: Belongings };
  readonly keys: { readonly ofWorkspace: Belongings; readonly ofPerson: Belongings; readonly ofAccount: Belongings };
  readonly usage: { readonly ofWorkspace: Belongings; readonly ofPerson: Belongings; readonly ofAccount: Belongings };
  readonly events: { readonly ofWorkspace: Belongings; readonly ofAccount: Belongings };
  readonly idempotency: { readonly ofWorkspace: Belongings; readonly ofAccount: Belongings };
  readonly jobs: { ofWorkspace(except: string): Belongings };
}

/** The data to delete with a workspace, a person or an account. */
export type Removals = ReturnType<typeof createRemovals>;

/**
 * Lists all data to delete with a workspace, a person or an account, in the order of its deletion: rows that refer to
 * others come first, and logs last. A new table of a workspace needs its place here: see decision 0036.
 */
export const createRemovals = (keepers: () => Keepers) => ({
  /** `purge` is the kind of the job that deletes the workspace. */
  ofWorkspace: (purge: string): readonly Belongings[] => {
    const { teamRooms, conversations, channels, agents, tools, knowledge, webhooks, usage, keys, blobs } = keepers();
    const { savedReplies, views, teams, hours, presence, suggestions, jobs, events, idempotency } = keepers();
    return [
      ...[
        savedReplies,
        views,
        teamRooms,
        conversations,
        channels,
        agents,
        tools,
        knowledge,
        webhooks,
        usage,
        keys,
        blobs,
        teams,
        hours,
        presence,
        suggestions,
      ].map(({ ofWorkspace }) => ofWorkspace),
      jobs.ofWorkspace(purge),
      events.ofWorkspace,
      idempotency.ofWorkspace,
    ];
  },
  of: (kind: 'person' | 'account'): readonly Belongings[] => {
    const { conversations, savedReplies, views, usage, keys, events, idempotency } = keepers();
    if (kind === 'person') {
      return [conversations, savedReplies, views, usage, keys].map(({ ofPerson }) => ofPerson);
    }
    return [usage.ofAccount, keys.ofAccount, events.ofAccount, idempotency.ofAccount];
  },
});

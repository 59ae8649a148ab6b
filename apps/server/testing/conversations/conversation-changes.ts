import type { ConversationChange, Parley } from '@parley/sdk';

/** Collects the changes of conversations that a client hears, until `leave` is called. */
export function watched(client: Parley, query: { workspaceId?: string } = {}, lastEventId?: string) {
  const leaving = new AbortController();
  const events: ConversationChange[] = [];
  const ended = (async () => {
    for await (const event of client.conversations.changes(query, { signal: leaving.signal, lastEventId })) {
      events.push(event);
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    events,
    /** The conversations that were named, each once. */
    named: () => [...new Set(events.map(({ conversation }) => conversation))],
    /** Forgets the changes so far. */
    forget: () => void events.splice(0),
    ended,
    leave: async () => {
      leaving.abort();
      await ended.catch(() => undefined);
    },
  };
}

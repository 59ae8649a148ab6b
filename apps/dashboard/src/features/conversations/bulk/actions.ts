import {
  type ConversationUpdateParams,
  type ListedConversation,
  type Parley,
  PreconditionFailedError,
} from '@parley/sdk';
import { download } from '../../../ui/loading/download.ts';
import { amount, runBulk } from './run.ts';

/** Incoming messages change the version, too: how often a change is retried on the new version. */
const maxAttempts = 4;

/** Closes conversations. Undo reopens them; those that `me` had taken over are taken over again. */
export function closeAll(conversations: readonly ListedConversation[], me: string): Promise<unknown> {
  return runBulk({
    targets: conversations.filter(({ status }) => status !== 'closed'),
    verbs: ['Closing', 'Closed'],
    act: (client, { _id }) => client.conversations.close(_id),
    undo: (done) => () => {
      const targets = done.map(({ item }) => item);
      const others = targets.filter(({ status, takenBy }) => status === 'human' && takenBy !== me).length;
      void runBulk({
        targets,
        verbs: ['Reopening', 'Reopened'],
        ending: others === 0 ? '' : `. ${amount(others)} of other people ${others === 1 ? 'is' : 'are'} with the agent`,
        act: async (client, { _id, takenBy }) => {
          await client.conversations.reopen(_id);
          if (takenBy === me) await client.conversations.takeOver(_id);
        },
      });
    },
  });
}

/** Reopens closed conversations. Undo closes them again. */
export function reopenAll(conversations: readonly ListedConversation[]): Promise<unknown> {
  return runBulk({
    targets: conversations.filter(({ status }) => status === 'closed'),
    verbs: ['Reopening', 'Reopened'],
    act: (client, { _id }) => client.conversations.reopen(_id),
    undo: (done) => () =>
      void runBulk({
        targets: done.map(({ item }) => item),
        verbs: ['Closing', 'Closed'],
        act: (client, { _id }) => client.conversations.close(_id),
      }),
  });
}

/** Gives conversations to a person or a team. Undo gives each back to the one it had. */
export function assignAll(
  conversations: readonly ListedConversation[],
  { label, change }: { label: string; change: ConversationUpdateParams },
): Promise<unknown> {
  const before = ({ assignee, team }: ListedConversation): ConversationUpdateParams =>
    'team' in change ? { team } : { assignee };
  return runBulk({
    targets: conversations,
    verbs: ['Assigning', 'Assigned'],
    ending: ` to ${label}`,
    act: (client, { _id }) => client.conversations.update(_id, change),
    undo: (done) => () =>
      void runBulk({
        targets: done.map(({ item }) => item),
        verbs: ['Giving back', 'Gave back'],
        act: (client, item) => client.conversations.update(item._id, before(item)),
      }),
  });
}

/** Adds a tag to conversations. Undo removes it from those that didn't have it. */
export function tagAll(conversations: readonly ListedConversation[], tag: string): Promise<unknown> {
  const change = (isAdded: boolean) => (client: Parley, _id: string) =>
    changeTags(client, _id, (tags) => {
      if (tags.includes(tag) === isAdded) return tags;
      return isAdded ? [...tags, tag] : tags.filter((each) => each !== tag);
    });
  return runBulk({
    targets: conversations,
    verbs: ['Tagging', 'Tagged'],
    ending: ` with “${tag}”`,
    act: (client, { _id }) => change(true)(client, _id),
    undo: (done) => {
      const changed = done.filter(({ result }) => result).map(({ item }) => item);
      if (changed.length === 0) return undefined;
      return () =>
        void runBulk({
          targets: changed,
          verbs: ['Untagging', 'Removed the tag from'],
          act: (client, { _id }) => change(false)(client, _id),
        });
    },
  });
}

/** Changes the tags of a conversation as they are now; resolves to whether anything changed. */
async function changeTags(client: Parley, id: string, how: (tags: readonly string[]) => readonly string[]) {
  for (let attempt = 1; ; attempt += 1) {
    const { data, etag } = await client.conversations.retrieve(id).withResponse();
    const tags = how(data.tags);
    if (tags === data.tags) return false;
    try {
      await client.conversations.update(id, { tags: [...tags] }, { ifMatch: etag });
      return true;
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || attempt === maxAttempts) throw error;
    }
  }
}

/** Messages that one request reads. */
const messagesPerPage = 100;

/** Entries of a conversation at most; an export by the service has all. */
const maxEntries = 10_000;

/** Downloads conversations with their messages and entries as JSON Lines, as an export has them. */
export async function exportAll(conversations: readonly ListedConversation[]): Promise<void> {
  const { done } = await runBulk({
    targets: conversations,
    verbs: ['Exporting', 'Exported'],
    act: async (client, { _id }) => {
      const conversation = await client.conversations.retrieve(_id);
      const messages = [];
      for await (const message of client.messages.list(_id, { sort: 'createdAt', limit: messagesPerPage })) {
        messages.push(message);
      }
      const entries = await client.conversations
        .entries(_id, { limit: messagesPerPage })
        .toArray({ limit: maxEntries });
      return `${JSON.stringify({ ...conversation, messages, entries })}\n`;
    },
  });
  if (done.length === 0) return;
  const lines = new Map(done.map(({ item, result }) => [item._id, result]));
  // In the order of the list.
  const parts = conversations.flatMap(({ _id }) => lines.get(_id) ?? []);
  download(new Blob(parts, { type: 'application/jsonl' }), 'conversations.jsonl');
}

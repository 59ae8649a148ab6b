import { changesOf } from '../../events/changes.ts';
import type { Conversation } from '../../schemas/conversations/conversation.ts';
import type { Columns, StoredConversation } from './store.ts';

/** The fields that can change, and whether what they hold is personal. */
const fields = {
  title: true,
  tags: false,
  metadata: true,
  status: false,
  takenBy: false,
  assignee: false,
  team: false,
  priority: false,
} as const;

/** Returns the changes of a conversation for its event. */
export function recordedChanges({ json, form, workspace }: StoredConversation, change: Columns) {
  const before = JSON.parse(json) as Conversation;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return changesOf(workspace, [
    ...names
      .filter((field) => change[field] !== undefined)
      .map((field) => ({ field, before: before[field], after: change[field], isPrivate: fields[field] })),
    ...(change.form === undefined ? [] : [{ field: 'form', before: form, after: change.form, isPrivate: true }]),
  ]);
}

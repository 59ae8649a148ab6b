import type { Conversation, SavedReply } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { savedReplyQueries } from '../../api/queries/saved-reply-queries.ts';
import { toastProblem } from '../../ui/toasts/toast.ts';
import type { Slash } from '../conversations/reply/use-slash.ts';
import css from './saved-replies.module.css';

/** The saved replies that contain the word behind a `/`. The focus stays in the text; arrow keys choose, Enter inserts. */
export function ReplyPicker({ conversation, ...slash }: Slash & { conversation: Conversation }) {
  const { word, listId, setActive, setKeys, pick } = slash;
  const { data, error } = useQuery(savedReplyQueries.found(conversation.workspace, word));
  // Of another word, the first is chosen.
  const [{ of, at: last }, setChosen] = useState({ of: word, at: 0 });
  const at = of === word ? last : 0;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id: id }: SavedReply) =>
      callApi((client) => client.savedReplies.render(id, { conversation: conversation._id })),
    onSuccess: ({ text }) => pick(text),
    onError: toastProblem,
  });
  const items = data ?? [];
  const chosen = items[Math.min(at, items.length - 1)];
  const optionId = (id: string) => `${listId}-${id}`;
  useEffect(() => {
    setActive(chosen === undefined ? undefined : optionId(chosen._id));
    setKeys((key) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined && items.length > 0) {
        setChosen({ of: word, at: (Math.min(at, items.length - 1) + step + items.length) % items.length });
        return true;
      }
      if ((key !== 'Enter' && key !== 'Tab') || chosen === undefined) return false;
      if (!isPending) mutate(chosen);
      return true;
    });
  });
  if (data?.length === 0 && word !== '') return null;
  return (
    <div className={css['picker']}>
      <div id={listId} role="listbox" aria-label="Saved replies" className={css['options']}>
        {items.map((reply) => (
          <div
            key={reply._id}
            id={optionId(reply._id)}
            role="option"
            tabIndex={-1}
            aria-selected={reply === chosen}
            className={css['option']}
            // The text keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => mutate(reply)}
            onKeyDown={() => undefined}
          >
            <bdi className={css['name']}>{reply.name}</bdi>
            <span dir="auto" className={css['text']}>
              {reply.text}
            </span>
          </div>
        ))}
      </div>
      <div role="status" className={css['hint']}>
        {error?.message}
        {error === null && data?.length === 0 && 'No saved replies yet. Create some in Settings.'}
        {error === null && items.length > 0 && '↑↓ to choose, Enter to insert, Esc to close'}
      </div>
    </div>
  );
}

import { ActionIcon, Button, Textarea } from '@mantine/core';
import type { Message } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { fieldLimits } from '../../../api/field-limits.ts';
import { useFocusReturn } from '../../../ui/focus/use-focus-return.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import css from './feedback.module.css';

const thumbs = [
  { rating: 'positive', icon: 'thumbUp', label: 'Good reply' },
  { rating: 'negative', icon: 'thumbDown', label: 'Bad reply' },
] as const;

/** Rates a reply, with an optional comment. Pressing the same thumb again removes the rating. */
export function Feedback({ message, onRated }: { message: Message; onRated: (message: Message) => void }) {
  const { _id, feedback, feedbackComment } = message;
  const [typed, setTyped] = useState<string>();
  const comment = useFocusReturn(typed !== undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { rating: Message['feedback']; comment?: string }) =>
      callApi((client) => client.messages.rate(_id, body)),
    onSuccess: (rated) => {
      setTyped(undefined);
      onRated(rated);
    },
    onError: toastProblem,
  });
  return (
    <div className={css['feedback']}>
      <div className={css['thumbs']}>
        {thumbs.map(({ rating, icon, label }) => (
          <Tip key={rating} label={feedback === rating ? `${label}: remove the rating` : label}>
            <ActionIcon
              variant={feedback === rating ? 'light' : 'subtle'}
              color={feedback !== rating ? 'gray' : rating === 'positive' ? 'green' : 'red'}
              size="sm"
              aria-label={label}
              aria-pressed={feedback === rating}
              disabled={isPending}
              onClick={() => mutate({ rating: feedback === rating ? null : rating })}
            >
              <Icon name={icon} size={14} />
            </ActionIcon>
          </Tip>
        ))}
        {feedback !== null && typed === undefined && (
          <Button
            ref={comment}
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => setTyped(feedbackComment ?? '')}
          >
            {feedbackComment === null ? 'Add a comment' : 'Edit the comment'}
          </Button>
        )}
      </div>
      {feedbackComment !== null && typed === undefined && <q className={css['comment']}>{feedbackComment}</q>}
      {feedback !== null && typed !== undefined && (
        <form
          className={css['form']}
          aria-label="Comment on the reply"
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ rating: feedback, ...(typed.trim() !== '' && { comment: typed.trim() }) });
          }}
        >
          <Textarea
            aria-label="What is good or bad about the reply"
            placeholder="What is good or bad about it?"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={fieldLimits.comment}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className={css['buttons']}>
            <Button size="compact-sm" variant="default" onClick={() => setTyped(undefined)}>
              Cancel
            </Button>
            <Button size="compact-sm" type="submit" loading={isPending}>
              Save comment
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

/** Shows the rating of a reply to users who may not change it. */
export function FeedbackShown({ message: { feedback, feedbackComment } }: { message: Message }) {
  if (feedback === null) return null;
  return (
    <div className={css['feedback']}>
      <div className={css['thumbs']}>
        <Icon name={feedback === 'positive' ? 'thumbUp' : 'thumbDown'} size={14} />
        {feedback === 'positive' ? 'Rated good' : 'Rated bad'}
      </div>
      {feedbackComment !== null && <q className={css['comment']}>{feedbackComment}</q>}
    </div>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { secondsText, useSecondsLeft } from '../dialogs/countdown.tsx';
import type { Submission } from './use-submit.ts';

/**
 * The submit button of a form. After a 429 it is disabled until the service accepts another attempt, and shows the
 * wait.
 */
export function SubmitButton(props: ButtonProps & { submission: Pick<Submission, 'isPending' | 'retryAt'> }) {
  const { submission, disabled = false, children, ...rest } = props;
  const left = useSecondsLeft(submission.retryAt);
  return (
    <Button type="submit" loading={submission.isPending} disabled={disabled || left > 0} {...rest}>
      {left > 0 ? `Try again in ${secondsText(left)}` : children}
    </Button>
  );
}

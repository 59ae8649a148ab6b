import { Button } from '@mantine/core';
import { toProblem } from '../api/errors.ts';
import { CopyableId } from './copy.tsx';
import { Icon } from './icons.tsx';
import css from './problem.module.css';

/** A failure in words, with what to do about it and the id to quote. Announced to screen readers when it appears. */
export function ProblemNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { message, hint, requestId } = toProblem(error);
  return (
    <div role="alert" className={css['notice']}>
      <div className={css['icon']}>
        <Icon name="warning" />
      </div>
      <div className={css['words']}>
        <div className={css['message']}>{message}</div>
        {hint !== undefined && <div className={css['hint']}>{hint}</div>}
        {requestId !== undefined && (
          <div className={css['request']}>
            <span className={css['label']}>Request</span> <CopyableId id={requestId} what="request ID" />
          </div>
        )}
      </div>
      {retry !== undefined && (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { mayPass, toProblem } from '../../api/errors.ts';
import { retryTimeOf } from '../../api/rate-limit.ts';
import { CopyableId } from '../code/copy.tsx';
import { Countdown, useSecondsLeft } from '../dialogs/countdown.tsx';
import { Icon } from './icons.tsx';
import css from './problem.module.css';

/** A failure in words, with what to do about it and the request ID to quote. Screen readers announce it. */
export function ProblemNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const retryAt = retryTimeOf(error);
  if (retryAt !== undefined) return <RefusalNotice key={retryAt} code={toProblem(error).code} retryAt={retryAt} />;
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
      {retry !== undefined && mayPass(error) && (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const refusals: Readonly<Record<string, string>> = {
  too_many_failed_attempts: 'Too many failed attempts.',
  too_many_mails: 'Too many emails to this address.',
};

/** A 429, with the time to wait. Nothing is broken, so there is no request ID to quote. */
function RefusalNotice({ code, retryAt }: { code: string | undefined; retryAt: number }) {
  const left = useSecondsLeft(retryAt);
  const what = refusals[code ?? ''] ?? 'Too many requests.';
  return (
    <div role="alert" className={css['notice']} data-wait>
      <div className={css['icon']}>
        <Icon name="gauge" />
      </div>
      <div className={css['words']}>
        <div className={css['message']}>{what}</div>
        <div className={css['hint']}>
          {left > 0 ? (
            <Countdown seconds={left} sentence={(time) => `You can try again in ${time}.`} />
          ) : (
            'You can try again now.'
          )}
        </div>
      </div>
    </div>
  );
}

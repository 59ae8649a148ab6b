import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isBusy } from '../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../paths.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { ProgressBar } from '../../../ui/page/progress-bar.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { counted, isQuietlyBusy, progressWords } from '../source-words.ts';
import css from './source-state.module.css';
import { useSync } from './syncs/use-sync.ts';

const ReviewBanner = lazyNamed(() => import('./syncs/review-banner.tsx').then((module) => module.ReviewBanner));

/** Explains the state of a source: its progress, errors, a pending review, and what was left out. */
export function SourceState({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { status, error, review, warnings, embedding } = source;
  return (
    <div className={css['states']}>
      {isBusy(source) && !isQuietlyBusy(source) && <Working source={source} />}
      {status === 'failed' && error !== null && <Failed source={source} error={error} mayWrite={mayWrite} />}
      <Suspense>{review !== null && <ReviewBanner source={source} review={review} mayWrite={mayWrite} />}</Suspense>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {embedding !== null && (embedding.error !== null || embedding.done < embedding.total) && (
        <Embedding embedding={embedding} />
      )}
    </div>
  );
}

function Working({ source: { name, status, progress, version, error } }: { source: KnowledgeSource }) {
  const words = progressWords(progress);
  const before =
    version === 0 ? 'Agents find it as soon as it is ready.' : 'Until then, agents use the previous version.';
  return (
    <div className={css['state']} data-kind="working">
      <div className={css['words']}>
        <div className={css['line']} role="status">
          <strong>{titleOf(status, error !== null)}</strong>
          {words !== undefined && <span className={css['figures']}>{words}</span>}
        </div>
        {status === 'processing' && <ProgressBar label={`Syncing ${name}`} {...progress} words={words} />}
        {error !== null && <span className={css['hint']}>The last attempt failed: {error.message}</span>}
        {progress?.waitsUntil !== undefined && (
          <span className={css['hint']}>
            The site asked to wait. The sync continues <RelativeTime iso={progress.waitsUntil} isAhead />.
          </span>
        )}
        <span className={css['hint']}>{before}</span>
      </div>
    </div>
  );
}

function titleOf(status: KnowledgeSource['status'], hasFailed: boolean): string {
  if (status === 'processing') return 'Syncing';
  return hasFailed ? 'Waiting for a retry' : 'Queued';
}

function Failed(props: { source: KnowledgeSource; error: NonNullable<KnowledgeSource['error']>; mayWrite: boolean }) {
  const { source, error, mayWrite } = props;
  const { mutate, isPending } = useSync(source._id);
  return (
    <div className={css['state']} data-kind="failed" role="alert">
      <Icon name="warning" />
      <div className={css['words']}>
        <strong>{error.message}</strong>
        <span className={css['hint']}>{error.hint}</span>
        {source.version > 0 && <span className={css['hint']}>Agents still use the previous version.</span>}
      </div>
      {mayWrite && (
        <div className={css['buttons']}>
          {source.type === 'file' && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to={paths.sourceSettings} params={{ sourceId: source._id }} {...props} />}
            >
              Replace the file
            </Button>
          )}
          <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** Maximum number of warnings shown. */
const maxShown = 20;

function Warnings({ warnings }: Pick<KnowledgeSource, 'warnings'>) {
  return (
    <details className={css['warnings']}>
      <summary className={css['summary']}>
        <Icon name="chevronRight" size={12} /> {counted(warnings.length, 'part was', 'parts were')} left out
      </summary>
      <ul className={css['list']}>
        {warnings.slice(0, maxShown).map(({ code, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no ID, and keep their places.
          <li key={`${code} ${index}`}>{message}</li>
        ))}
        {warnings.length > maxShown && <li>{counted(warnings.length - maxShown, 'more')}</li>}
      </ul>
    </details>
  );
}

function Embedding({ embedding }: { embedding: NonNullable<KnowledgeSource['embedding']> }) {
  const { model, done, total, error } = embedding;
  const words = `${done.toLocaleString('en')} of ${counted(total, 'chunk')}`;
  return (
    <div className={css['state']} data-kind={error === null ? 'working' : 'failed'}>
      <div className={css['words']}>
        <div className={css['line']}>
          <strong>Vectors by {model}</strong>
          <span className={css['figures']}>{words}</span>
        </div>
        <ProgressBar label={`Vectors by ${model}`} done={done} total={total} words={words} />
        <span className={css['hint']}>
          {error === null ? 'Until they are complete, it is searched by words only.' : `${error.message} ${error.hint}`}
        </span>
      </div>
    </div>
  );
}

import type { KnowledgeSource } from '@parley/sdk';
import { ProgressBar } from '../../ui/page/progress-bar.tsx';
import css from './source-status.module.css';
import { progressWords, stateLabels, stateOf } from './source-words.ts';

/** Status of a source, with a bar while it is read. */
export function SourceStatus({ source }: { source: KnowledgeSource }) {
  const state = stateOf(source);
  const words = progressWords(source.progress);
  return (
    <span className={css['status']} data-state={state}>
      <span className={css['label']}>{stateLabels[state]}</span>
      {state === 'working' && (
        <>
          <span className={css['words']}>{words ?? 'just started'}</span>
          <ProgressBar label={`Syncing ${source.name}`} {...source.progress} words={words} />
        </>
      )}
    </span>
  );
}

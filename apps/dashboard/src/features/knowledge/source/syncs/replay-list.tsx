import type { KnowledgeSync } from '@parley/sdk';
import { Icon } from '../../../../ui/page/icons.tsx';
import disclosure from '../../../chat/message/disclosure.module.css';
import { counted } from '../../source-words.ts';
import css from './replay-list.module.css';

type Replay = NonNullable<KnowledgeSync['replay']>;
type Passage = Replay['changes'][number]['before'];

/** The past questions whose passage a sync has changed, before and after. */
export function ReplayList({ replay: { questions, changes, note } }: { replay: Replay }) {
  if (changes.length === 0) {
    if (questions === 0) return null;
    return (
      <p className={css['same']}>
        {questions === 1 ? 'The one past question finds' : `All ${questions} past questions find`} the same passages.{' '}
        {note}
      </p>
    );
  }
  return (
    <details className={css['replay']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        {changes.length} of {counted(questions, 'past question')} {changes.length === 1 ? 'finds' : 'find'} another
        passage
      </summary>
      {note !== null && <p className={css['same']}>{note}</p>}
      <ul className={css['changes']}>
        {changes.map(({ question, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same question may have been asked twice.
          <li key={index}>
            <p className={css['question']} dir="auto">
              {question}
            </p>
            <div className={css['versions']}>
              <Version label="Before" passage={before} />
              <Version label="Now" passage={after} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Version({ label, passage }: { label: string; passage: Passage }) {
  return (
    <div className={css['version']}>
      <span className={css['label']}>
        {label}
        {passage !== null && `: ${passage.title}`}
      </span>
      {passage === null ? <p className={css['nothing']}>Nothing found.</p> : <p dir="auto">{passage.quote}</p>}
    </div>
  );
}

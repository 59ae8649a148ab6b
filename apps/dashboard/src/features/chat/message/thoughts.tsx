import type { Message } from '@parley/sdk';
import { PlainText } from '../../../ui/markdown/plain-text.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import disclosure from './disclosure.module.css';
import css from './thoughts.module.css';

/** The thoughts of the model before and between its texts, folded. Shows nothing for a reply without thoughts. */
export function Thoughts({ parts }: Pick<Message, 'parts'>) {
  const thoughts = parts.flatMap((part) => (part.type === 'reasoning' ? [part] : []));
  if (thoughts.length === 0) return null;
  return (
    <details className={css['thoughts']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        Thoughts
      </summary>
      <div className={css['text']}>
        <PlainText text={thoughts.map(({ text }) => text).join('')} />
        {thoughts.some(({ truncated }) => truncated) && <p className={css['rest']}>The rest is not kept.</p>}
      </div>
    </details>
  );
}

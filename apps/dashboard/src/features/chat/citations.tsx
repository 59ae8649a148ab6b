import type { Citation } from '@parley/sdk';
import { Icon } from '../../ui/icons.tsx';
import css from './citations.module.css';
import disclosure from './disclosure.module.css';
import { webAddress } from './message-words.ts';

/** The sources that a reply quotes. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  return (
    <details className={css['citations']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        {citations.length === 1 ? '1 source' : `${citations.length} sources`}
      </summary>
      <ol className={css['list']}>
        {citations.map((citation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one source may be quoted twice; quotes only ever follow.
          <li key={index}>
            <SourceTitle citation={citation} />
            <blockquote className={css['quote']}>{citation.quote}</blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}

function SourceTitle({ citation: { title, url } }: { citation: Citation }) {
  const address = webAddress(url);
  if (address === undefined) return <span className={css['title']}>{title}</span>;
  return (
    <a className={css['title']} href={address} target="_blank" rel="noopener nofollow">
      {title}
    </a>
  );
}

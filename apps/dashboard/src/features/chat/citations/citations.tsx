import type { Citation } from '@parley/sdk';
import { Icon } from '../../../ui/page/icons.tsx';
import disclosure from '../message/disclosure.module.css';
import css from './citations.module.css';
import { QuoteText } from './quote-text.tsx';
import { SourceLink, WebLink } from './source-links.tsx';

/** The sources that a reply quotes, by the numbers in its text. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  return (
    <details className={css['citations']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        {citations.length === 1 ? '1 source' : `${citations.length} sources`}
      </summary>
      <ol className={css['list']}>
        {citations.map((citation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: citations have no ID; new ones only ever follow.
          <li key={index}>
            <div className={css['title']}>
              <SourceLink citation={citation} label={citation.title} />
              <WebLink citation={citation} />
            </div>
            <blockquote className={css['quote']} dir="auto">
              <QuoteText quote={citation.quote} />
            </blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}

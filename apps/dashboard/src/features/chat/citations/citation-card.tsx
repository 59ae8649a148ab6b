import type { CheckedCitation, Citation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { answerQueries } from '../../../api/queries/answer-queries.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './citation-card.module.css';
import { QuoteText } from './quote-text.tsx';
import { SourceLink, WebLink } from './source-links.tsx';

/** Shows what a reply quotes: the passage, its source, and if it is still there. */
export function CitationCard({ citation, number }: { citation: Citation; number: number }) {
  const { title, headings = [], page = null, quote } = citation;
  const { data, isPending } = useQuery(answerQueries.check(citation));
  const place = [...headings, ...(page === null ? [] : [`page ${page}`])];
  return (
    <div className={css['card']}>
      <div>
        <div className={css['title']}>
          <span className={css['number']}>{number}</span> {title}
        </div>
        {place.length > 0 && <div className={css['place']}>{place.join(' › ')}</div>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <blockquote className={css['quote']} dir="auto" tabIndex={0}>
        <QuoteText quote={quote} />
      </blockquote>
      <Standing check={data} isPending={isPending} />
      <div className={css['links']}>
        {data?.reason !== 'source_gone' && <SourceLink citation={citation} place={data?.place ?? null} />}
        <WebLink citation={citation} />
      </div>
    </div>
  );
}

/** Says if the source still has the quoted passage. */
function Standing({ check, isPending }: { check: CheckedCitation | null | undefined; isPending: boolean }) {
  const words = isPending ? 'Checking that it still stands…' : wordsOf(check);
  if (words === undefined) return null;
  return (
    <div className={css['standing']} data-status={check?.status} role="status">
      {check !== null && check !== undefined && <Icon name={check.status === 'gone' ? 'warning' : 'check'} size={14} />}
      {words}
    </div>
  );
}

function wordsOf(check: CheckedCitation | null | undefined): string | undefined {
  if (check === null || check === undefined) return undefined;
  if (check.status === 'valid') return 'The source still says so, in the same place.';
  if (check.status === 'moved') return 'The source still says so, in another place.';
  return check.reason === 'source_gone' ? 'The source is gone.' : 'The source no longer says so.';
}

import type { KnowledgeResults } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Highlighted } from '../source/documents/highlighted.tsx';
import { placeSearch } from '../source/place-search.ts';
import css from './passages.module.css';

type Passage = KnowledgeResults['items'][number];

const rankings = [
  ['lexical', 'Words'],
  ['vectors', 'Vectors'],
  ['rerank', 'Model'],
] as const;

/** The passages that a search found, best first, each with its place in every ranking. */
export function Passages({
  results: { items, mode, notes },
  isStale,
}: {
  results: KnowledgeResults;
  isStale: boolean;
}) {
  const how = mode === 'hybrid' ? 'by words and vectors' : 'by words';
  return (
    <div className={css['results']} data-stale={isStale || undefined}>
      <p className={css['summary']} role="status">
        {items.length === 0
          ? `Nothing is found ${how}. A grounded agent says that it doesn’t know.`
          : `${items.length === 1 ? '1 passage' : `${items.length} passages`} ${how}, best first.`}
      </p>
      {notes.map((note) => (
        <p key={note} className={css['note']}>
          {note}
        </p>
      ))}
      {items.length > 0 && (
        <ol className={css['passages']}>
          {items.map((passage, index) => (
            <PassageRow key={`${passage.source._id} ${passage.chunk}`} passage={passage} rank={index + 1} />
          ))}
        </ol>
      )}
    </div>
  );
}

function PassageRow({ passage, rank }: { passage: Passage; rank: number }) {
  const { source, title, headings, page, text, highlights, score, ranks, terms } = passage;
  const { document, chunk } = passage;
  const place = [
    title === source.name ? undefined : title,
    ...headings,
    page === null ? undefined : `page ${page}`,
  ].filter((each) => each !== undefined && each !== '');
  return (
    <li className={css['passage']}>
      <span className={css['rank']}>{rank}</span>
      <div className={css['words']}>
        <div className={css['head']}>
          <Link
            to={paths.source}
            params={{ sourceId: source._id }}
            search={placeSearch({ document, chunk })}
            className={css['source']}
          >
            {source.name}
          </Link>
          {place.length > 0 && <span className={css['place']}>{[...new Set(place)].join(' › ')}</span>}
        </div>
        <p className={css['text']} dir="auto">
          <Highlighted text={text} ranges={highlights as [number, number][]} />
        </p>
        <dl className={css['why']}>
          <Why label="Score" value={score.toFixed(4)} />
          {rankings.map(
            ([name, label]) => ranks[name] !== null && <Why key={name} label={label} value={`#${ranks[name]}`} />,
          )}
          {terms.length > 0 && <Why label="Terms" value={terms.join(', ')} />}
        </dl>
      </div>
    </li>
  );
}

function Why({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

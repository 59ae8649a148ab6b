import type { ConversationMatch } from '@parley/sdk';
import type { FoundSearch } from '../filters/found-search.ts';

/** The part of a message that a search found, with its words marked. */
export function Excerpt({
  match: { snippet, ranges },
  className,
}: {
  match: ConversationMatch;
  className?: string | undefined;
}) {
  const ends = [0, ...ranges.map(({ end }) => end)];
  return (
    <span className={className} dir="auto">
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {snippet.slice(ends[index], start)}
          <mark>{snippet.slice(start, end)}</mark>
        </span>
      ))}
      {snippet.slice(ends.at(-1))}
    </span>
  );
}

/** The search parameters of a conversation that opens at a match. */
export function foundSearch(match: ConversationMatch | undefined): FoundSearch {
  if (match === undefined) return {};
  const words = new Set(match.ranges.map(({ start, end }) => match.snippet.slice(start, end)));
  return { message: match.message, find: [...words].join(' ').slice(0, 200) };
}

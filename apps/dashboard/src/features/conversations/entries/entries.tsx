import type { Conversation, ConversationEntry } from '@parley/sdk';
import { useQueries } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { useMemberName } from '../badges/use-member-name.ts';
import css from './entries.module.css';
import { detailsOf, wordsOf } from './entry-words.ts';

/** What happened between two messages. */
export function Entries({
  of,
  entries,
}: {
  of: Pick<Conversation, 'workspace'>;
  entries: readonly ConversationEntry[];
}) {
  const person = useMemberName(of.workspace);
  const ids = [...new Set(entries.flatMap(({ data }) => [data.agent, data.toAgent]).filter((id) => id !== undefined))];
  const agents = useQueries({ queries: ids.map((id) => ({ ...queries.agent(id), retry: false })) });
  const agent = (id: string) => agents[ids.indexOf(id)]?.data?.agent.name;
  return entries.map((entry) => (
    <div key={entry._id} className={css['entry']}>
      <span dir="auto">{wordsOf(entry, { person, agent })}</span> · <RelativeTime iso={entry.createdAt} />
      {detailsOf(entry).map((text) => (
        <p key={text} className={css['details']} dir="auto">
          {text}
        </p>
      ))}
    </div>
  ));
}

import type { Conversation, ConversationEntry } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useStore } from '../../../ui/loading/store.ts';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { useMemberName } from '../badges/use-member-name.ts';
import { Note } from '../notes/note.tsx';
import { editedNote } from '../notes/note-mode.ts';
import css from './entries.module.css';
import { actorOf, detailsOf, type EntryNames, wordsOf } from './entry-words.ts';

/** The events between two messages. */
export function Entries({
  of,
  entries,
}: {
  of: Pick<Conversation, 'workspace'>;
  entries: readonly ConversationEntry[];
}) {
  const person = useMemberName(of.workspace);
  const edited = useStore(editedNote);
  return entries.map((entry) =>
    // A note that the user is changing stays, so that its deletion by a colleague doesn't take their text.
    entry.type === 'noted' && (entry.data.deletedAt === undefined || entry._id === edited) ? (
      <Note key={entry._id} of={of} entry={entry} author={actorOf(entry, { person, agent: () => undefined })} />
    ) : (
      <Entry key={entry._id} entry={entry} person={person} />
    ),
  );
}

function Entry({ entry, person }: { entry: ConversationEntry; person: EntryNames['person'] }) {
  const { agent: from, toAgent: to } = entry.data;
  const names = { from: useNameOf(from), to: useNameOf(to) };
  const agent = (id: string) => (id === from ? names.from : id === to ? names.to : undefined);
  return (
    <div className={css['entry']}>
      <span dir="auto">{wordsOf(entry, { person, agent })}</span> · <RelativeTime iso={entry.createdAt} />
      {detailsOf(entry).map((text) => (
        <p key={text} className={css['details']} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}

/** The name of an agent, unless it has not loaded or was deleted. */
function useNameOf(id: string | undefined): string | undefined {
  const { data } = useQuery({ ...queries.agent(id ?? ''), retry: false, enabled: id !== undefined });
  return data?.agent.name;
}

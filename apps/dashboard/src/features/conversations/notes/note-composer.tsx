import type { Conversation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { fieldLimits } from '../../../api/field-limits.ts';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { useMe } from '../../../api/workspace.ts';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { Composer } from '../../chat/composer.tsx';
import { useComposer } from '../../chat/use-composer.ts';
import { keepEntry } from '../list/heard.ts';
import { keptDraft } from '../reply/stored-drafts.ts';
import { useSlash } from '../reply/use-slash.ts';
import { MentionPicker } from './mention-picker.tsx';
import { mentionedIn } from './mentioned.ts';
import css from './notes.module.css';

/** The input of a private note, which can't be taken for that of a reply; an `@` in it opens the people. */
export function NoteComposer({ conversation }: { conversation: Conversation }) {
  const { _id: id, workspace } = conversation;
  const { user } = useMe();
  const { data: people = [] } = useQuery(deskQueries.people(workspace));
  const write = async (text: string): Promise<boolean> => {
    try {
      const mentions = mentionedIn(text, people);
      keepEntry(await callApi((client) => client.conversations.notes.create(id, { text, mentions })));
      return true;
    } catch (error) {
      toastProblem(error);
      return false;
    }
  };
  const composer = useComposer(keptDraft(`note ${user._id} ${id}`), write);
  const { open, onKey, field } = useSlash(composer.text, composer.type, '@');
  return (
    <div className={css['composer']}>
      <p className={css['hint']}>Private note: only your team sees it.</p>
      <Composer
        composer={composer}
        label="Private note"
        placeholder="Write a note; @ mentions a colleague"
        above={open !== undefined && <MentionPicker people={people} {...open} />}
        onKey={onKey}
        field={{ ...field, maxLength: fieldLimits.note, autoFocus: true }}
      />
    </div>
  );
}

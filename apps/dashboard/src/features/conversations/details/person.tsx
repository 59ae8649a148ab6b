import type { Conversation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { paths } from '../../../paths.ts';
import { Face } from '../../../ui/page/face.tsx';
import css from './person.module.css';
import { nameOf } from './user-name.ts';

/** The person in a conversation: a picture made of their name, the name, and their other conversations. */
export function Person({ conversation }: { conversation: Conversation }) {
  const { workspace, userId } = conversation;
  const name = nameOf(conversation) ?? 'Visitor';
  return (
    <section className={css['person']} aria-label="Person">
      <Face id={userId ?? name} name={name} />
      <span className={css['words']}>
        <span className={css['name']} dir="auto">
          {name}
        </span>
        {userId !== null && <PastTalks workspaceId={workspace} userId={userId} />}
      </span>
    </section>
  );
}

function PastTalks({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { data: total } = useQuery(conversationQueries.ofUser(workspaceId, userId));
  if (total === undefined) return <span className={css['talks']}>&nbsp;</span>;
  if (total < 2) return <span className={css['talks']}>The first conversation</span>;
  return (
    <Link to={paths.conversations} search={{ user: userId, playground: 'with' }} className={css['talks']}>
      {total.toLocaleString('en')} conversations
    </Link>
  );
}

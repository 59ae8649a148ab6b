import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { StoredConversation } from '../../../api/queries/conversation-queries.ts';
import { paths } from '../../../paths.ts';
import { CopyableId } from '../../../ui/code/copy.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { AgentName } from '../badges/agent-name.tsx';
import { ChannelBadge } from '../badges/channel-badge.tsx';
import css from './details.module.css';
import { MetadataField } from './metadata-field.tsx';
import { Person } from './person.tsx';
import { TagsField } from './tags-field.tsx';
import { VisitorFacts } from './visitor-facts.tsx';

const Assignment = lazyNamed(() => import('./assignment.tsx').then((module) => module.Assignment));
const AnswersByMail = lazyNamed(() => import('./assignment.tsx').then((module) => module.AnswersByMail));

/** The facts about a conversation, some of them editable. */
export function Details({ stored, mayWrite }: { stored: StoredConversation; mayWrite: boolean }) {
  const { _id, agent, answeringAgent, workspace, userId, channel, usage, createdAt, lastMessageAt, messageCount } =
    stored.conversation;
  const { satisfaction } = stored.conversation;
  return (
    <div className={css['details']}>
      <Person conversation={stored.conversation} />
      {stored.conversation.visitor !== null && <VisitorFacts visitor={stored.conversation.visitor} />}
      <Suspense>
        {channel !== null && <AnswersByMail conversation={stored.conversation} />}
        <Assignment conversation={stored.conversation} mayWrite={mayWrite} />
      </Suspense>
      <TagsField stored={stored} mayWrite={mayWrite} />
      <dl className={css['facts']}>
        <Fact name="Agent">
          <AgentLink workspaceId={workspace} agentId={agent} />
        </Fact>
        {answeringAgent !== null && answeringAgent !== agent && (
          <Fact name="Answered by">
            <AgentLink workspaceId={workspace} agentId={answeringAgent} />
          </Fact>
        )}
        <Fact name="Channel">
          {channel === null ? (
            'API'
          ) : (
            <Link to={paths.channel} params={{ agentId: agent, channelId: channel }} className={css['link']}>
              <ChannelBadge id={channel} />
            </Link>
          )}
        </Fact>
        <Fact name="Started">
          <RelativeTime iso={createdAt} />
        </Fact>
        {lastMessageAt !== null && (
          <Fact name="Last message">
            <RelativeTime iso={lastMessageAt} />
          </Fact>
        )}
        {satisfaction !== null && (
          <Fact name="Satisfaction">
            {satisfaction.score} of 5{satisfaction.comment !== null && <span dir="auto">: {satisfaction.comment}</span>}
          </Fact>
        )}
        <Fact name="Messages">{messageCount.toLocaleString('en')}</Fact>
        <Fact name="Tokens">
          {usage.inputTokens.toLocaleString('en')} in, {usage.outputTokens.toLocaleString('en')} out
        </Fact>
      </dl>
      <MetadataField stored={stored} mayWrite={mayWrite} />
      <dl className={css['facts']}>
        <Fact name="User ID">{userId === null ? 'None' : <CopyableId id={userId} what="user ID" />}</Fact>
        <Fact name="Conversation">
          <CopyableId id={_id} what="conversation ID" />
        </Fact>
      </dl>
    </div>
  );
}

function AgentLink({ workspaceId, agentId }: { workspaceId: string; agentId: string }) {
  return (
    <Link to={paths.agent} params={{ agentId }} className={css['link']}>
      <AgentName workspaceId={workspaceId} agentId={agentId} />
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

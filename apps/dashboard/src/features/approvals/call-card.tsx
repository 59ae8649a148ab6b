import type { ToolCallRecord } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { AgentName } from '../agents/list/agent-name.tsx';
import { userName } from '../conversations/details/user-name.ts';
import css from './approvals.module.css';
import { Arguments } from './arguments.tsx';

/** One call: its tool, agent, end user and arguments. `side` stands beside its name. */
export function CallCard({ call, side, children }: { call: ToolCallRecord; side: ReactNode; children?: ReactNode }) {
  const { name, workspace, agent, userId, conversation, message } = call;
  return (
    <li className={css['card']}>
      <article aria-label={`Call of ${name}`}>
        <header className={css['head']}>
          <h2 className={css['name']}>{name}</h2>
          <span className={css['side']}>{side}</span>
        </header>
        <p className={css['about']}>
          <span>
            <AgentName workspaceId={workspace} agentId={agent} />
          </span>
          <span>for {userName(userId) ?? 'a visitor without an ID'}</span>
          <Link to={paths.conversation} params={{ conversationId: conversation }} search={{ message }}>
            Open the conversation
          </Link>
        </p>
        <Arguments given={call.arguments} />
        {children}
      </article>
    </li>
  );
}

import type { ToolCallRecord } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { AgentName } from '../conversations/badges/agent-name.tsx';
import { userName } from '../conversations/details/user-name.ts';
import { valueText } from './approval-words.ts';
import css from './approvals.module.css';

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
        <Arguments call={call} />
        {children}
      </article>
    </li>
  );
}

/** The exact arguments: as rows to read, and as JSON on demand. */
function Arguments({ call }: { call: ToolCallRecord }) {
  const rows = Object.entries(call.arguments);
  if (rows.length === 0) return <p className={css['none']}>It takes no arguments.</p>;
  return (
    <>
      <table className={css['arguments']}>
        <caption className={css['caption']}>Arguments</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{valueText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className={css['json']}>
        <summary>
          <Icon name="chevronRight" size={12} /> JSON
        </summary>
        <pre>{JSON.stringify(call.arguments, null, 2)}</pre>
      </details>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Named, Seal } from '../../ui/code/seal.tsx';
import { useAgentName } from '../conversations/badges/agent-name.tsx';
import type { LoggedEvent } from './event-queries.ts';
import { objectOf } from './event-words.ts';
import css from './events.module.css';

/** An ID without its middle: `conv_…9f4bxd3h`. */
export const shortId = (id: string): string => `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-6)}`;

/** The name of what an event is about; a short ID of what has no name. Nothing if the event names nothing. */
export function ObjectName({ event }: { event: LoggedEvent }) {
  const { workspace } = useWorkspace();
  const id = objectOf(event);
  const { name } = event.data;
  if (id === undefined) return null;
  if (typeof name === 'string' && name !== '') return <Shown id={id} name={name} />;
  if (id.startsWith('agent_')) return <NamedAgent id={id} workspaceId={event.workspace ?? workspace._id} />;
  if (id.startsWith('user_')) return <NamedMember id={id} workspaceId={workspace._id} />;
  if (id.startsWith('ws_')) return <NamedWorkspace id={id} />;
  return <Shown id={id} />;
}

function Shown({ id, name }: { id: string; name?: string | undefined }) {
  return name === undefined ? (
    <span className={css['id']}>{shortId(id)}</span>
  ) : (
    <b className={css['object']}>{name}</b>
  );
}

function NamedAgent({ id, workspaceId }: { id: string; workspaceId: string }) {
  const name = useAgentName(workspaceId, id);
  return (
    <>
      <Seal id={id} size={16} inline />
      <Named id={id}>
        <Shown id={id} name={name} />
      </Named>
    </>
  );
}

function NamedMember({ id, workspaceId }: { id: string; workspaceId: string }) {
  const { data } = useQuery(queries.allMembers(workspaceId));
  const found = data?.find(({ user }) => user._id === id)?.user;
  return <Shown id={id} name={found?.name || found?.email} />;
}

function NamedWorkspace({ id }: { id: string }) {
  const { workspaces } = useWorkspace();
  return <Shown id={id} name={workspaces.find(({ _id }) => _id === id)?.name} />;
}

/** A link to the page of what an event is about; undefined without one. */
export function linkTo(event: LoggedEvent, label: string) {
  const id = objectOf(event);
  if (id === undefined || event.type.endsWith('.deleted')) return undefined;
  if (id.startsWith('agent_'))
    return (
      <Link to={paths.agent} params={{ agentId: id }}>
        {label}
      </Link>
    );
  if (id.startsWith('conv_'))
    return (
      <Link to={paths.conversation} params={{ conversationId: id }}>
        {label}
      </Link>
    );
  if (event.type.startsWith('knowledge_source.'))
    return (
      <Link to={paths.source} params={{ sourceId: id }}>
        {label}
      </Link>
    );
  if (event.type.startsWith('webhook.'))
    return (
      <Link to={paths.webhook} params={{ webhookId: id }}>
        {label}
      </Link>
    );
  return undefined;
}

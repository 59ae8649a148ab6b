import { CloseButton, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { maxOffered, PickToAdd, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';
import { AgentName } from '../../agents/list/agent-name.tsx';
import { useAgentName } from '../../conversations/badges/agent-name.tsx';
import css from './fields.module.css';

interface AgentsFieldProps {
  readonly workspaceId: string;
  readonly value: readonly string[];
  readonly onChange: (agents: string[]) => void;
  readonly error?: React.ReactNode;
  /** The purpose that they are chosen for; by default, the events of a webhook. */
  readonly description?: string;
}

/** Chooses agents of a workspace, such as those of a webhook. */
export function AgentsField(props: AgentsFieldProps) {
  const { workspaceId, value, onChange, error } = props;
  const { description = 'Only events about these agents; without one, those of the whole workspace.' } = props;
  const search = useTypedSearch();
  const filter = { workspaceId, limit: maxOffered, sort: 'name', includeTotal: false } as const;
  const { data } = useQuery(queries.agents({ ...filter, ...(search.q !== '' && { q: search.q }) }));
  const free = data?.items.filter(({ _id }) => !value.includes(_id)) ?? [];
  const remove = (id: string) => onChange(value.filter((each) => each !== id));
  return (
    <Input.Wrapper
      label="Agents"
      labelElement="div"
      description={description}
      descriptionProps={{ mb: 6 }}
      error={error}
    >
      {value.length > 0 && (
        <ul className={css['agents']}>
          {value.map((id) => (
            <Chosen key={id} workspaceId={workspaceId} id={id} onRemove={() => remove(id)} />
          ))}
        </ul>
      )}
      <PickToAdd
        label="Add an agent"
        search={search}
        offered={free.map(({ _id, name }) => ({ value: _id, label: name }))}
        nothing={{ left: 'No more agents', found: 'No such agent' }}
        isPending={false}
        onPick={(id) => onChange([...value, id])}
      />
    </Input.Wrapper>
  );
}

function Chosen({ workspaceId, id, onRemove }: { workspaceId: string; id: string; onRemove: () => void }) {
  const name = useAgentName(workspaceId, id) ?? id;
  return (
    <li className={css['agent']}>
      <AgentName workspaceId={workspaceId} agentId={id} />
      <CloseButton size="xs" aria-label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

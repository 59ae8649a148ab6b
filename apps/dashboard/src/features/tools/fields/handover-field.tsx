import { Input, TextInput } from '@mantine/core';
import { Named, Seal } from '../../../ui/code/seal.tsx';
import { AgentPicker } from '../../agents/list/agent-picker.tsx';
import { useAgentName } from '../../conversations/badges/agent-name.tsx';
import css from '../tools.module.css';
import { type HandoverAgent, handoverLimits } from './handover-values.ts';
import { Remove } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** Chooses the agents to which a tool may hand over, and says when. */
export function HandoverField({ form, workspaceId }: { form: ToolForm; workspaceId: string }) {
  const { agents } = form.values;
  const set = (next: readonly HandoverAgent[]) => form.setFieldValue('agents', next);
  return (
    <Input.Wrapper
      label="Agents"
      labelElement="div"
      description="The model chooses one of them by what you write beside it."
      descriptionProps={{ mb: 8 }}
      error={form.errors['agents']}
    >
      {agents.length > 0 && (
        <ul className={css['rows']}>
          {agents.map((agent) => (
            <Row
              key={agent.id}
              agent={agent}
              workspaceId={workspaceId}
              onChange={(when) => set(agents.map((each) => (each === agent ? { ...agent, when } : each)))}
              onRemove={() => set(agents.filter((each) => each !== agent))}
            />
          ))}
        </ul>
      )}
      {agents.length < handoverLimits.agents && (
        <div className={css['pick']}>
          <AgentPicker
            label="Add an agent"
            nothingLeft="Every agent is added"
            workspaceId={workspaceId}
            taken={agents.map(({ id }) => id)}
            onPick={(id) => set([...agents, { id, when: '' }])}
          />
        </div>
      )}
    </Input.Wrapper>
  );
}

function Row(props: {
  agent: HandoverAgent;
  workspaceId: string;
  onChange: (when: string) => void;
  onRemove: () => void;
}) {
  const { agent, workspaceId, onChange, onRemove } = props;
  // An agent that was deleted has no name any more.
  const name = useAgentName(workspaceId, agent.id) ?? agent.id;
  return (
    <li className={css['pair']}>
      <span className={css['agent']}>
        <Seal id={agent.id} size={16} inline />
        <Named id={agent.id}>{name}</Named>
      </span>
      <TextInput
        aria-label={`When to hand over to ${name}`}
        placeholder="The user asks about an invoice"
        maxLength={handoverLimits.when}
        autoComplete="off"
        value={agent.when}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Remove label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

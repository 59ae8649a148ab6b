import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { Agent } from '@parley/sdk';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { type AgentValues, agentFields, valuesOf } from './agent-form.tsx';
import css from './conflict-dialog.module.css';
import { rulesInWords } from './handover/rules.ts';

type Field = (typeof agentFields)[number];

const labels: Record<Field, string> = {
  name: 'Name',
  description: 'Description',
  systemPrompt: 'System prompt',
  model: 'Model',
  fallbackModels: 'Fallback models',
  temperature: 'Temperature',
  status: 'Status',
  externalId: 'External ID',
  handover: 'Hand over to people',
};

const shown = (values: AgentValues, field: Field) =>
  field === 'handover' ? rulesInWords(values.handover) : values[field];

/**
 * Shows both versions of an agent that has been changed elsewhere meanwhile, field by field. Fields that only one of them
 * changed are preselected.
 */
export function ConflictDialog(props: {
  base: Agent;
  theirs: Agent;
  yours: AgentValues;
  onSettle: (values: AgentValues) => void;
  onClose: () => void;
}) {
  const { yours, onSettle, onClose } = props;
  const base = valuesOf(props.base);
  const theirs = valuesOf(props.theirs);
  const fields = agentFields.filter((field) => theirs[field] !== yours[field]);
  const [picks, setPicks] = useState<Partial<Record<Field, 'theirs' | 'yours'>>>({});
  const pickOf = (field: Field) => picks[field] ?? (yours[field] === base[field] ? 'theirs' : 'yours');
  const settle = () => {
    const taken = fields.filter((field) => pickOf(field) === 'theirs').map((field) => [field, theirs[field]]);
    onSettle({ ...yours, ...Object.fromEntries(taken) });
  };
  return (
    <Dialog onClose={onClose} size={860} title="This agent was changed meanwhile">
      <Stack gap="lg">
        <Text c="dimmed">
          Another person, or you in another tab, saved it <RelativeTime iso={props.theirs.updatedAt} />, while you were
          editing here. Choose what to keep; nothing is saved until you save again.
        </Text>
        {fields.map((field) => (
          <Radio.Group
            key={field}
            label={labels[field]}
            value={pickOf(field)}
            onChange={(pick) => setPicks({ ...picks, [field]: pick as 'theirs' | 'yours' })}
          >
            <div className={css['versions']}>
              <Version pick="theirs" label="Saved meanwhile" value={shown(theirs, field)} />
              <Version pick="yours" label="Yours" value={shown(yours, field)} />
            </div>
          </Radio.Group>
        ))}
        {fields.length === 0 && <Text>Both versions are the same.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Decide later
          </Button>
          <Button onClick={settle}>Continue with these</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Version({ pick, label, value }: { pick: string; label: string; value: string | number }) {
  return (
    <div className={css['version']}>
      <Radio value={pick} label={label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className={css['value']} tabIndex={0}>
        {value === '' ? '(empty)' : String(value)}
      </pre>
    </div>
  );
}

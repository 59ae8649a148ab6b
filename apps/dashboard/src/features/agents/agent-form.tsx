import { Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Agent } from '@parley/sdk';
import css from './agent-form.module.css';
import { modelNotes, suggestedModels } from './models.ts';
import { PromptEditor } from './prompt-editor.tsx';
import { TemperatureField } from './temperature-field.tsx';

/** The fields of an agent that people edit. */
export type AgentValues = Pick<Agent, 'name' | 'description' | 'systemPrompt' | 'model' | 'temperature' | 'status'>;

/** Their names in the order of the form. */
export const agentFields = ['name', 'description', 'systemPrompt', 'model', 'temperature', 'status'] as const;

/** The server's own bounds (`AgentDraft` in openapi.json). */
export const validateAgent = {
  name: (value: string) => {
    if (value.trim() === '') return 'Give the agent a name.';
    return value.trim().length > 200 ? 'Must have 200 characters at most.' : null;
  },
  description: (value: string) => (value.length > 2000 ? 'Must have 2,000 characters at most.' : null),
  systemPrompt: (value: string) => (value.length > 100_000 ? 'Must have 100,000 characters at most.' : null),
  model: (value: string) => (value.trim() === '' ? 'Choose a model, or type its name.' : null),
};

/** The fields of an agent, for a new one and for one that is. */
export function AgentFields(props: { form: UseFormReturnType<AgentValues>; isNew?: boolean; readOnly?: boolean }) {
  const { form, isNew = false, readOnly = false } = props;
  const { model, status } = form.getValues();
  return (
    <div className={css['fields']}>
      <div className={css['main']}>
        <TextInput
          label="Name"
          readOnly={readOnly}
          {...(isNew && { 'data-autofocus': true })}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="For your team: what the agent is for."
          autosize
          minRows={2}
          maxRows={5}
          readOnly={readOnly}
          {...form.getInputProps('description')}
        />
        <PromptEditor readOnly={readOnly} {...form.getInputProps('systemPrompt')} />
      </div>
      <div className={css['side']}>
        {!isNew && (
          <div>
            <Switch
              label="Active"
              labelPosition="left"
              disabled={readOnly}
              checked={status === 'active'}
              onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
              classNames={{ body: css['switch'] ?? '', label: css['switchLabel'] ?? '' }}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {status === 'active'
                ? 'It answers people on every channel.'
                : 'It answers nobody. You can read and edit it, and its history stays.'}
            </Text>
          </div>
        )}
        <div>
          <TextInput
            label="Model"
            description={modelNotes[model] ?? 'As provider/name. The operator sets up the providers.'}
            list="suggested-models"
            autoComplete="off"
            spellCheck={false}
            readOnly={readOnly}
            {...form.getInputProps('model')}
          />
          <datalist id="suggested-models">
            {suggestedModels.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <TemperatureField disabled={readOnly} {...form.getInputProps('temperature')} />
      </div>
    </div>
  );
}

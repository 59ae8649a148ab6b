import { Skeleton, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Agent } from '@parley/sdk';
import { Suspense } from 'react';
import { CopyButton } from '../../ui/code/copy.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import css from './agent-form.module.css';
import { rulesText } from './handover/rules.ts';
import { textOf } from './model/fallbacks.ts';
import { PromptEditor } from './prompt/prompt-editor.tsx';

const ModelField = lazyNamed(() => import('./model/model-field.tsx').then((module) => module.ModelField));
const FallbackModels = lazyNamed(() => import('./model/fallback-models.tsx').then((module) => module.FallbackModels));
const HandoverFields = lazyNamed(() =>
  import('./handover/handover-fields.tsx').then((module) => module.HandoverFields),
);
const TemperatureField = lazyNamed(
  () => import('./model/temperature-field.tsx').then((module) => module.TemperatureField),
  'soon',
);

/** The names of the editable fields of an agent. */
export const agentFields = [
  'name',
  'description',
  'systemPrompt',
  'model',
  'fallbackModels',
  'temperature',
  'status',
  'externalId',
  'handover',
] as const;

/** The editable fields of an agent. */
export type AgentValues = Pick<
  Agent,
  Exclude<(typeof agentFields)[number], 'externalId' | 'fallbackModels' | 'handover'>
> & {
  /** One name a line. */
  fallbackModels: string;
  /** Empty for none. */
  externalId: string;
  /** The text of the rules; empty for a new agent. */
  handover: string;
};

/** The values of an agent that the form edits. */
export const valuesOf = (agent: Agent): AgentValues => {
  const { name, description, systemPrompt, model, temperature, status, externalId } = agent;
  const fallbackModels = textOf(agent.fallbackModels);
  const own = { externalId: externalId ?? '', handover: rulesText(agent.handover) };
  return { name, description, systemPrompt, model, fallbackModels, temperature, status, ...own };
};

/** The server's limits (`AgentDraft` in openapi.json). */
export const validateAgent = {
  name: (value: string) => {
    if (value.trim() === '') return 'Enter a name.';
    return value.trim().length > 200 ? 'Must have at most 200 characters.' : null;
  },
  description: (value: string) => (value.length > 2000 ? 'Must have at most 2,000 characters.' : null),
  systemPrompt: (value: string) => (value.length > 100_000 ? 'Must have at most 100,000 characters.' : null),
  model: (value: string) => (value.trim() === '' ? 'Choose a model or type its name.' : null),
  externalId: (value: string) => ([...value.trim()].length > 200 ? 'Must have at most 200 characters.' : null),
};

/** The fields of a new or an existing agent. */
export function AgentFields(props: { form: UseFormReturnType<AgentValues>; isNew?: boolean; readOnly?: boolean }) {
  const { form, isNew = false, readOnly = false } = props;
  const { status, externalId } = form.getValues();
  return (
    <div className={css['container']}>
      <div className={css['fields']}>
        <div className={css['about']}>
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
        </div>
        <div className={css['side']}>
          {!isNew && (
            <div>
              <Switch
                label="Active"
                labelPosition="left"
                disabled={readOnly}
                checked={status === 'active'}
                error={form.errors['status']}
                aria-invalid={form.errors['status'] !== undefined}
                onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
                classNames={{ body: css['switch'] ?? '', label: css['switchLabel'] ?? '' }}
              />
              <Text size="xs" c="dimmed" mt={4}>
                {status === 'active'
                  ? 'It replies on every channel.'
                  : 'It does not reply. You can still read and edit it, and its history is kept.'}
              </Text>
            </div>
          )}
          <Models form={form} readOnly={readOnly} />
          {/* Of the height of the field. */}
          <Suspense fallback={<Skeleton height={111} />}>
            <TemperatureField disabled={readOnly} {...form.getInputProps('temperature')} />
          </Suspense>
        </div>
        <div className={css['prompt']}>
          <PromptEditor readOnly={readOnly} {...form.getInputProps('systemPrompt')} />
        </div>
        {!isNew && (
          <TextInput
            className={css['own'] ?? ''}
            label="External ID"
            description="The agent’s ID in your own system."
            autoComplete="off"
            spellCheck={false}
            readOnly={readOnly}
            rightSection={externalId !== '' && <CopyButton text={externalId} label="Copy external ID" />}
            {...form.getInputProps('externalId')}
          />
        )}
        {!isNew && <Handover form={form} readOnly={readOnly} />}
      </div>
    </div>
  );
}

/** The rules by which the agent hands over. */
function Handover({ form, readOnly }: { form: UseFormReturnType<AgentValues>; readOnly: boolean }) {
  return (
    <div className={css['handover']}>
      <Suspense fallback={<Skeleton height={390} />}>
        <HandoverFields readOnly={readOnly} {...form.getInputProps('handover')} />
      </Suspense>
    </div>
  );
}

/** The model, and those that answer if it fails. */
function Models({ form, readOnly }: { form: UseFormReturnType<AgentValues>; readOnly: boolean }) {
  return (
    <>
      <Suspense fallback={<ModelShown model={form.getValues().model} />}>
        <ModelField readOnly={readOnly} {...form.getInputProps('model')} />
      </Suspense>
      <Suspense fallback={<Skeleton height={78} />}>
        <FallbackModels readOnly={readOnly} {...form.getInputProps('fallbackModels')} />
      </Suspense>
    </>
  );
}

/** Placeholder for the model field, in its size. */
function ModelShown({ model }: { model: string }) {
  return (
    <TextInput
      label="Model"
      inputWrapperOrder={['label', 'input', 'description']}
      description={'\u00a0'}
      descriptionProps={{ mt: 4 }}
      readOnly
      value={model}
    />
  );
}

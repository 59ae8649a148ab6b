import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toolQueries } from '../../../api/queries/tool-queries.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { HandoverField } from './handover-field.tsx';
import { handoverFunction } from './handover-values.ts';
import type { ToolForm } from './use-tool-form.ts';

/** Max lengths, as in the API. */
const limits = { name: 64, description: 4_000 } as const;

/** The name and the description of a tool; of one of the service also its function, and the agents to hand over to. */
export function BasicsFields({ form, workspaceId }: { form: ToolForm; workspaceId: string }) {
  const { type, function: chosen } = form.values;
  return (
    <>
      {type === 'builtin' && <FunctionField form={form} />}
      {type === 'builtin' && chosen === handoverFunction && <HandoverField form={form} workspaceId={workspaceId} />}
      <TextInput
        label="Name"
        description="The model calls it by this name: letters, digits, _ and -."
        placeholder="find_order"
        maxLength={limits.name}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="For the model: what it does, and when to call it."
        placeholder="Finds an order of the shop by its number. Call it if the user asks where a parcel is."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.description}
        {...form.getInputProps('description')}
      />
    </>
  );
}

function FunctionField({ form }: { form: ToolForm }) {
  const { data, error, refetch } = useQuery(toolQueries.types());
  if (data === undefined)
    return error === null ? <FormSkeleton fields={2} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  const functions = data.find(({ type }) => type === 'builtin')?.functions ?? [];
  const { onChange, ...field } = form.getInputProps('function');
  return (
    <Radio.Group
      label="Function"
      {...field}
      onChange={(chosen) => {
        // Its usual name, unless another one was typed.
        const isUnnamed = form.values.name === '' || functions.some(({ function: each }) => each === form.values.name);
        onChange(chosen);
        if (isUnnamed) form.setFieldValue('name', chosen);
      }}
    >
      <Stack gap="sm" mt={6}>
        {functions.map(({ function: name, title, description }) => (
          <Radio key={name} value={name} label={title} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

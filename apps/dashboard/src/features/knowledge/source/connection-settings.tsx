import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeSource } from '@parley/sdk';
import { useEffect } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepSource } from '../../../api/queries/knowledge-queries.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { validateName } from '../add/use-source-form.ts';
import { ConnectionFields } from '../connection-fields.tsx';
import {
  type ConnectedType,
  type ConnectionValues,
  connectionDraft,
  connectionValues,
  validateConnection,
} from '../connection-values.ts';

type Values = ConnectionValues & { name: string };

const valuesOf = (source: KnowledgeSource): Values => ({ ...connectionValues(source), name: source.name });

/** The settings of a source that is connected to a repository, a bucket or Notion. */
export function ConnectionSettings(props: { source: KnowledgeSource; type: ConnectedType; mayWrite: boolean }) {
  const { source, type, mayWrite } = props;
  const form = useForm<Values>({
    initialValues: valuesOf(source),
    validate: { ...validateConnection(type), name: validateName },
  });
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty);
  const adopt = (stored: KnowledgeSource) => {
    form.setInitialValues(valuesOf(stored));
    form.setValues(valuesOf(stored));
    form.resetDirty(valuesOf(stored));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the service count, not each keystroke.
  useEffect(() => {
    if (!isDirty) adopt(source);
  }, [source.updatedAt]);
  const submission = useSubmit(
    form,
    ({ name, ...values }) =>
      callApi((client) =>
        client.knowledgeSources.update(source._id, {
          name: name.trim(),
          ...connectionDraft(type, values as ConnectionValues),
        }),
      ),
    (saved) => {
      keepSource(saved);
      adopt(saved);
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Settings of the source">
      <Stack gap="md">
        <TextInput label="Name" readOnly={!mayWrite} {...form.getInputProps('name')} />
        <ConnectionFields
          form={form}
          type={type}
          hasSecret={source.connection?.hasCredentials === true}
          readOnly={!mayWrite}
        />
      </Stack>
      {mayWrite && (
        <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={() => adopt(source)} />
      )}
    </form>
  );
}

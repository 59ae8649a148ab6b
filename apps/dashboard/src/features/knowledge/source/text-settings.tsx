import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeSource } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { keepSource, knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { validateText } from '../add/text-form.tsx';
import { validateName } from '../add/use-source-form.ts';
import { ownDataChanges, ownDataOf, validateOwnData } from './own-data/own-data.ts';
import { OwnDataFields } from './own-data/own-data-fields.tsx';

/** The name and the text of a pasted text. */
export function TextSettings({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(knowledgeQueries.content(source._id));
  if (data !== undefined) return <TextForm source={source} text={data.text} mayWrite={mayWrite} />;
  return error === null ? <FormSkeleton fields={2} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
}

function TextForm({ source, text, mayWrite }: { source: KnowledgeSource; text: string; mayWrite: boolean }) {
  const stored = { name: source.name, text, ...ownDataOf(source) };
  const validate = { name: validateName, text: validateText, ...validateOwnData };
  const form = useForm({ initialValues: stored, validate });
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty);
  const submission = useSubmit(
    form,
    ({ name, text: typed, ...own }) =>
      callApi((client) =>
        client.knowledgeSources.update(source._id, {
          name: name.trim(),
          ...(typed !== text && { text: typed }),
          ...ownDataChanges(own, source),
        }),
      ),
    (saved, values) => {
      form.setInitialValues(values);
      form.resetDirty(values);
      keepSource(saved);
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Settings of the source">
      <Stack gap="md">
        <TextInput label="Name" readOnly={!mayWrite} {...form.getInputProps('name')} />
        <Textarea
          label="Text"
          autosize
          minRows={10}
          maxRows={28}
          readOnly={!mayWrite}
          {...form.getInputProps('text')}
        />
        <OwnDataFields form={form} readOnly={!mayWrite} />
      </Stack>
      {mayWrite && <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={() => form.reset()} />}
    </form>
  );
}

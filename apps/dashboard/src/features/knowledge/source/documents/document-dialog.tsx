import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeDocument } from '@parley/sdk';
import { callApi } from '../../../../api/client.ts';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { readAddress, validateAddress } from '../../address.ts';
import { ownDataChanges, ownDataOf, validateOwnData } from '../own-data/own-data.ts';
import { OwnDataFields } from '../own-data/own-data-fields.tsx';

const validateTitle = (value: string) => {
  if (value.trim() === '') return 'Enter a title.';
  return value.trim().length > 300 ? 'Must have at most 300 characters.' : null;
};

/** Changes the title, the link, the external ID and the metadata of a document that was added. */
export function DocumentDialog({ document, onClose }: { document: KnowledgeDocument; onClose: () => void }) {
  const { _id: documentId, source: knowledgeSourceId, title, url } = document;
  const form = useForm({
    initialValues: { title, url: url ?? '', ...ownDataOf(document) },
    validate: {
      title: validateTitle,
      url: (value: string) => (value.trim() === '' ? null : validateAddress(value)),
      ...validateOwnData,
    },
  });
  const submission = useSubmit(
    form,
    (values) => {
      const link = values.url.trim() === '' ? null : (readAddress(values.url)?.href ?? values.url);
      const changes = {
        ...(values.title.trim() !== title && { title: values.title.trim() }),
        ...(link !== url && { url: link }),
        ...ownDataChanges(values, document),
      };
      return callApi((client) => client.knowledgeSources.documents.update({ knowledgeSourceId, documentId }, changes));
    },
    () => {
      renewSource(knowledgeSourceId);
      toastDone('Document saved.');
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} size={560} title="Edit document" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
          <TextInput
            label="Link"
            description="The page to which citations lead. None unless set."
            placeholder="https://example.com/help"
            type="url"
            inputMode="url"
            {...form.getInputProps('url')}
          />
          <OwnDataFields form={form} readOnly={false} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>Save</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

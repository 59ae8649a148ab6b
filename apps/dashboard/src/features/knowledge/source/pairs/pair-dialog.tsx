import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgePair } from '@parley/sdk';
import { callApi } from '../../../../api/client.ts';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { PairFields, validatePair } from '../../pair-fields.tsx';

/** Adds a pair to a source, or changes one. */
export function PairDialog(props: { sourceId: string; pair: KnowledgePair | null; onClose: () => void }) {
  const { sourceId, pair, onClose } = props;
  const form = useForm({
    initialValues: { question: pair?.question ?? '', answer: pair?.answer ?? '' },
    validate: validatePair,
  });
  const submission = useSubmit(
    form,
    (values) =>
      callApi(({ knowledgeSources: { pairs } }) =>
        pair === null
          ? pairs.create(sourceId, values)
          : pairs.update({ knowledgeSourceId: sourceId, pairId: pair._id }, values),
      ),
    () => {
      renewSource(sourceId);
      toastDone(pair === null ? 'Pair added.' : 'Pair saved.');
      onClose();
    },
  );
  return (
    <Dialog
      onClose={onClose}
      size={560}
      title={pair === null ? 'Add pair' : 'Edit pair'}
      closeOnClickOutside={!form.isDirty()}
    >
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <PairFields
            focus="question"
            question={form.getInputProps('question')}
            answer={form.getInputProps('answer')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>{pair === null ? 'Add pair' : 'Save'}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeChunk, KnowledgeChunkUpdateParams } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../../api/client.ts';
import { fieldLimits } from '../../../../api/field-limits.ts';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { autoDirection } from '../../../../ui/forms/auto-direction.ts';
import { SubmitButton } from '../../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';

const validateText = (value: string) => {
  if (value.trim() === '') return 'Enter a text. To leave the chunk out of searches, disable it.';
  return value.length > fieldLimits.chunkText ? 'Must have at most 10,000 characters.' : null;
};

/** Edits the text of a chunk, or takes the edit back. */
export function ChunkDialog({ chunk, onClose }: { chunk: KnowledgeChunk; onClose: () => void }) {
  const { source, number, text, original, pendingText } = chunk;
  const form = useForm({ initialValues: { text: pendingText ?? text }, validate: { text: validateText } });
  const save = (changes: KnowledgeChunkUpdateParams) =>
    callApi((client) => client.knowledgeSources.chunks.update({ knowledgeSourceId: source, number }, changes));
  const saved = (what: string) => () => {
    renewSource(source);
    toastDone(`${what}. It is being indexed.`);
    onClose();
  };
  const submission = useSubmit(form, save, saved('Chunk saved'));
  const reset = useMutation({ mutationFn: () => save({ text: null }), onSuccess: saved('Original restored') });
  const problem = submission.problem ?? reset.error ?? undefined;
  return (
    <Dialog onClose={onClose} size={720} title={`Edit chunk #${number}`} closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {problem !== undefined && <ProblemNotice error={problem} />}
          <Textarea
            label="Text"
            description="Agents find and quote this text. The edit stays until the source changes here."
            autosize
            minRows={5}
            maxRows={20}
            attributes={autoDirection}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <Group justify="flex-end">
            {(original !== null || pendingText !== null) && (
              <Button variant="subtle" mr="auto" onClick={() => reset.mutate()} loading={reset.isPending}>
                Restore original
              </Button>
            )}
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

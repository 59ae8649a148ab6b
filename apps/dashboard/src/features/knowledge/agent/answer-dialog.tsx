import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UnansweredQuestion } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { knowledgeQueries, renewSource } from '../../../api/queries/knowledge-queries.ts';
import { queries, queryClient } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Select } from '../../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { PairFields, validatePair } from '../pair-fields.tsx';

/** Answers a question: it becomes a pair of a source of the agent, which is created if it has none. */
export function AnswerDialog(props: { agentId: string; question: UnansweredQuestion; onClose: () => void }) {
  const { agentId, question, onClose } = props;
  const { data } = useQuery(knowledgeQueries.ofAgent(agentId));
  const sources = data?.filter(({ type }) => type === 'qa').map(({ _id, name }) => ({ value: _id, label: name })) ?? [];
  const form = useForm({
    initialValues: { question: question.question, answer: '', sourceId: '' },
    validate: { ...validatePair, question: (value: string) => (value.trim() === '' ? 'Enter a question.' : null) },
  });
  const submission = useSubmit(
    form,
    ({ sourceId, ...pair }) => {
      const chosen = sourceId || sources[0]?.value;
      return callApi((client) =>
        client.agents.unansweredQuestions.answer(
          { agentId, questionId: question._id },
          { ...pair, ...(chosen !== undefined && { sourceId: chosen }) },
        ),
      );
    },
    ({ source }) => {
      renewSource(source);
      void queryClient.invalidateQueries({ queryKey: ['unanswered', agentId] });
      void queryClient.invalidateQueries({ queryKey: queries.agent(agentId).queryKey });
      toastDone('Answer added. Agents find it in a moment.');
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} size={560} title="Add answer" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <PairFields question={form.getInputProps('question')} answer={form.getInputProps('answer')} focus="answer" />
          {sources.length > 1 && (
            <Select
              label="Source"
              data={sources}
              allowDeselect={false}
              {...form.getInputProps('sourceId')}
              value={form.getValues().sourceId || (sources[0]?.value ?? null)}
            />
          )}
          {data !== undefined && sources.length < 2 && (
            <Text size="sm" c="dimmed">
              {sources[0] === undefined
                ? 'A source of questions and answers is created for it, and attached.'
                : `It is added to ${sources[0].label}.`}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>Add answer</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

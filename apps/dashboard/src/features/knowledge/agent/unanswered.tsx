import { Button, SegmentedControl } from '@mantine/core';
import type { Agent, UnansweredQuestion } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { answerQueries } from '../../../api/queries/answer-queries.ts';
import { queryClient } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import css from './unanswered.module.css';

const AnswerDialog = lazyNamed(() => import('./answer-dialog.tsx').then((module) => module.AnswerDialog));

const sorts = [
  { value: '-lastAskedAt', label: 'Latest' },
  { value: '-count', label: 'Most asked' },
] as const;

type Sort = (typeof sorts)[number]['value'];

/** The questions of the last 30 days that an agent could not answer from its sources. */
export function Unanswered({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const [sort, setSort] = useState<Sort>('-lastAskedAt');
  const [answering, setAnswering] = useState<UnansweredQuestion>();
  const questions = useInfiniteQuery(answerQueries.unanswered(agent._id, sort));
  const { data, error, refetch } = questions;
  const hasSome = data !== undefined && data.items.length > 0;
  return (
    <Section
      title="Unanswered questions"
      lead="Questions of the last 30 days that the sources did not answer. An answer is added as a pair of question and answer."
      action={
        hasSome && (
          <SegmentedControl
            aria-label="Order"
            data={[...sorts]}
            value={sort}
            onChange={(value) => setSort(value as Sort)}
          />
        )
      }
    >
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={2} />}
      {data?.items.length === 0 && (
        <EmptyState icon="check" title="No unanswered questions">
          {agent.answerMode === 'grounded'
            ? 'Every question of the last 30 days was answered.'
            : 'Questions are listed only if answers are grounded: an open agent always answers in some way.'}
        </EmptyState>
      )}
      {hasSome && (
        <>
          <ul className={css['questions']}>
            {data.items.map((question) => (
              <QuestionRow
                key={question._id}
                question={question}
                mayWrite={mayWrite}
                onAnswer={() => setAnswering(question)}
              />
            ))}
          </ul>
          <LoadMore key={sort} pages={questions} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>
        {answering !== undefined && (
          <AnswerDialog agentId={agent._id} question={answering} onClose={() => setAnswering(undefined)} />
        )}
      </Suspense>
    </Section>
  );
}

function QuestionRow(props: { question: UnansweredQuestion; mayWrite: boolean; onAnswer: () => void }) {
  const { question, mayWrite, onAnswer } = props;
  const { _id, agent, count, lastAskedAt, conversation, message } = question;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi((client) => client.agents.unansweredQuestions.dismiss({ agentId: agent, questionId: _id })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['unanswered', agent] });
      toastDone('Dismissed, until it is asked again.');
    },
    onError: toastProblem,
  });
  return (
    <li className={css['question']}>
      <div className={css['words']}>
        <p className={css['text']} dir="auto">
          {question.question}
        </p>
        <span className={css['about']}>
          {count > 1 && `Asked ${count.toLocaleString('en')} times, last `}
          <RelativeTime iso={lastAskedAt} /> ·{' '}
          <Link to={paths.conversation} params={{ conversationId: conversation }} search={{ message }}>
            Conversation
          </Link>
        </span>
      </div>
      {mayWrite && (
        <div className={css['buttons']}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={isPending}
            aria-label={`Dismiss “${question.question}”`}
            onClick={() => mutate()}
          >
            Dismiss
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Add answer to “${question.question}”`}
            onClick={onAnswer}
          >
            Add answer
          </Button>
        </div>
      )}
    </li>
  );
}

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { Outcome } from '../../../ui/page/outcome.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';

/** Sends the chosen model a short message, and says how it answered. */
export function ModelTest({ model }: { model: string }) {
  const test = useMutation({ mutationFn: () => callApi((client) => client.models.test({ model })) });
  const { data } = test;
  return (
    <>
      <Button mt={6} size="compact-xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test model
      </Button>
      {data !== undefined && (
        <Outcome
          words={`It replied “${data.reply ?? ''}” after ${time(data.latencyMs ?? 0)}.`}
          failure={data.failure}
        />
      )}
      {test.isError && <ProblemNotice error={test.error} />}
    </>
  );
}

const time = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Snippet } from '../../ui/code/snippet.tsx';
import { Outcome } from '../../ui/page/outcome.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { webhookCalls } from './webhook-calls.ts';
import { replyText } from './webhook-words.ts';

/** Sends a test event to a webhook, and shows the reply of its receiver. */
export function TestRequest({ id }: { id: string }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => webhookCalls.test(id) });
  return (
    <Stack gap="sm" align="stretch">
      <Text c="dimmed">A signed request of the type “test”. It is sent once, and is no event of the log.</Text>
      <Button variant="default" w="fit-content" loading={isPending} onClick={() => mutate()}>
        Send test event
      </Button>
      {error !== null && <ProblemNotice error={error} />}
      {data !== undefined && (
        <Outcome
          words={replyText(data)}
          failure={data.error === null ? null : { message: data.error, hint: replyText(data), providerMessage: null }}
        />
      )}
      {data?.reply != null && data.reply !== '' && <Snippet label="reply" code={data.reply} wrap />}
    </Stack>
  );
}

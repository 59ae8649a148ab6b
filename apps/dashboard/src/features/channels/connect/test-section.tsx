import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Channel, ChannelType } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/errors.ts';
import { renewChannel } from '../../../api/queries/channel-queries.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { Findings } from '../findings.tsx';
import css from './setup-tab.module.css';

interface TestProps {
  readonly channel: Channel;
  readonly recipient: ChannelType['recipient'];
  readonly mayWrite: boolean;
}

/** Tests a channel, sends a message to a recipient if the kind can, and shows each check. */
export function TestSection({ channel, recipient, mayWrite }: TestProps) {
  const form = useForm({ initialValues: { to: '' } });
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (to: string) => callApi((client) => client.channels.test(channel._id, to === '' ? {} : { to })),
    onError: (failure) => form.setErrors(fieldErrors(failure)),
    // A test may find an error, or clear one.
    onSettled: () => renewChannel(channel._id),
  });
  const isAsked = mayWrite && recipient !== null;
  const button = (
    <Button type="submit" variant="default" leftSection={<Icon name="send" />} loading={isPending}>
      Send a test
    </Button>
  );
  return (
    <form noValidate onSubmit={form.onSubmit(({ to }) => (isPending ? undefined : mutate(to.trim())))}>
      <Section title="Test" lead="Checks the channel with its saved settings." action={mayWrite && !isAsked && button}>
        {isAsked && (
          <div className={css['to']}>
            <TextInput
              label={recipient.title}
              description={`${recipient.description} Empty: nothing is sent, the channel is only checked.`}
              maxLength={300}
              autoComplete="off"
              {...form.getInputProps('to')}
            />
            {button}
          </div>
        )}
        {error !== null && form.errors['to'] === undefined && <ProblemNotice error={error} />}
        <div role="status">
          {data !== undefined && (
            <>
              <p className={css['verdict']}>{data.ok ? 'All checks passed.' : 'Some checks failed.'}</p>
              <Findings checks={data.checks} />
            </>
          )}
        </div>
      </Section>
    </form>
  );
}

import { Button } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { renewChannel } from '../../../api/channel-queries.ts';
import { callApi } from '../../../api/client.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/page.tsx';
import { ProblemNotice } from '../../../ui/problem.tsx';
import css from './setup-tab.module.css';

/** Tests a channel, and shows each check. */
export function TestSection({ channel, mayWrite }: { channel: Channel; mayWrite: boolean }) {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.channels.test(channel._id)),
    // A test may find an error, or clear one.
    onSettled: () => renewChannel(channel._id),
  });
  const button = (
    <Button variant="default" leftSection={<Icon name="send" />} loading={isPending} onClick={() => mutate()}>
      Send a test
    </Button>
  );
  return (
    <Section title="Test" lead="Checks the channel as it is saved." action={mayWrite && button}>
      {error !== null && <ProblemNotice error={error} />}
      <div role="status">
        {data !== undefined && (
          <>
            <p className={css['verdict']}>{data.ok ? 'Everything is fine.' : 'Something needs your attention.'}</p>
            <ul className={css['checks']}>
              {data.checks.map(({ name, ok, message }) => (
                <li key={name} className={css['check']} data-ok={ok}>
                  <Icon name={ok ? 'check' : 'warning'} />
                  <span className={css['unseen']}>{ok ? 'Passed: ' : 'Failed: '}</span>
                  {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

import { NumberInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Section } from '../../../ui/page.tsx';
import type { ChannelValues } from './channel-values.ts';
import css from './fields.module.css';

interface Fields {
  readonly form: Pick<UseFormReturnType<ChannelValues>, 'getInputProps'>;
  readonly readOnly: boolean;
}

/** What visitors get while the agent is inactive, and how much they may send. */
export function LimitFields({ form, readOnly }: Fields) {
  const amount = { min: 1, max: 1_000_000, allowDecimal: false, hideControls: true, thousandSeparator: ',', readOnly };
  return (
    <>
      <Section title="While the agent is inactive">
        <Textarea
          label="Offline message"
          description="Visitors get it in place of a reply. Empty: their messages are kept without a reply."
          placeholder="We are back on Monday at nine."
          autosize
          minRows={2}
          maxRows={6}
          readOnly={readOnly}
          {...form.getInputProps('offlineMessage')}
        />
      </Section>
      <Section title="Limits" lead="They keep visitors from using up your plan. Days are in UTC.">
        <div className={css['fields']}>
          <div className={css['row']}>
            <NumberInput
              label="Messages per visitor and day"
              placeholder="No limit"
              {...amount}
              {...form.getInputProps('limits.visitorMessagesPerDay')}
            />
            <NumberInput
              label="Messages per day"
              placeholder="No limit"
              {...amount}
              {...form.getInputProps('limits.messagesPerDay')}
            />
          </div>
          <Textarea
            label="What visitors read when a limit is reached"
            placeholder="You have reached the limit for today. Please come back tomorrow."
            autosize
            minRows={1}
            maxRows={4}
            readOnly={readOnly}
            {...form.getInputProps('limits.message')}
          />
        </div>
      </Section>
    </>
  );
}

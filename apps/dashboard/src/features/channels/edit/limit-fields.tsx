import { NumberInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Section } from '../../../ui/page/page.tsx';
import { type AmountName, amounts, type ChannelValues } from './channel-values.ts';
import css from './fields.module.css';

interface Fields {
  readonly form: Pick<UseFormReturnType<ChannelValues>, 'getInputProps'>;
  readonly readOnly: boolean;
  /** True if its visitors come over the web, each from an IP address. */
  readonly isWeb: boolean;
}

/** Fields for the answer while the agent is inactive, and for the number of messages that visitors may send. */
export function LimitFields({ form, readOnly, isWeb }: Fields) {
  const amount = (name: AmountName) => {
    const { min, max, mayBeEmpty } = amounts[name];
    const shown = { allowDecimal: false, hideControls: true, thousandSeparator: ',', readOnly };
    return {
      min,
      max,
      ...shown,
      ...(mayBeEmpty && { placeholder: 'No limit' }),
      ...form.getInputProps(`limits.${name}`),
    };
  };
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
            <NumberInput label="Messages per visitor and day" {...amount('visitorMessagesPerDay')} />
            <NumberInput label="Messages per day" {...amount('messagesPerDay')} />
          </div>
          {isWeb && (
            <NumberInput
              label="Share of one address"
              description="Of the messages per day. An office may have one address."
              suffix="%"
              {...amount('addressPercent')}
            />
          )}
          <div className={css['row']}>
            <NumberInput
              label="Characters per message"
              description={
                isWeb ? 'Longer ones are refused.' : 'Of longer ones the model reads the beginning and the end.'
              }
              {...amount('messageLength')}
            />
            <NumberInput
              label="Tokens of earlier messages"
              description="That the model reads with each message."
              {...amount('historyTokens')}
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

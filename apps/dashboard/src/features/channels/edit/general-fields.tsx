import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ChannelValues } from './channel-values.ts';
import css from './fields.module.css';

interface Fields {
  readonly form: Pick<UseFormReturnType<ChannelValues>, 'getInputProps'>;
  readonly readOnly: boolean;
}

/** The name of a channel, and whether it is on. */
export function GeneralFields({ form, readOnly }: Fields) {
  return (
    <div className={css['fields']}>
      <TextInput
        label="Name"
        description="For your team; visitors don’t see it."
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      <Switch
        label="Active"
        description="While switched off, the channel accepts no messages and its chats say so."
        disabled={readOnly}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </div>
  );
}

import { Textarea } from '@mantine/core';
import css from '../tools.module.css';
import type { ToolForm } from './use-tool-form.ts';

/** The address that a tool calls. */
export function AddressField({ form, placeholder }: { form: ToolForm; placeholder: string }) {
  return (
    <Textarea
      label="Address"
      placeholder={placeholder}
      classNames={{ input: css['code'] ?? '' }}
      autosize
      minRows={1}
      maxRows={4}
      maxLength={2_000}
      spellCheck={false}
      {...form.getInputProps('url')}
    />
  );
}

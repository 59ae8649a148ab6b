import { NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import css from './add/forms.module.css';
import { type Interval, IntervalField } from './interval-field.tsx';

/** Limits of what the sync of a website reads. */
export interface SiteValues extends Record<string, unknown> {
  url: string;
  include: string;
  exclude: string;
  maxPages: number | string;
  maxDepth: number | string;
  syncInterval: Interval;
}

/** The limits of a website, as in the API. */
const most = { maxPages: 5_000, maxDepth: 20 } as const;

/** The messages about the numbers of a website. */
export const validateSite = {
  maxPages: (value: number | string) => between(value, 1, most.maxPages),
  maxDepth: (value: number | string) => between(value, 0, most.maxDepth),
};

const between = (value: number | string, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most
    ? null
    : `Must be a number from ${least} to ${most.toLocaleString('en')}.`;

/** The fields of a website. */
export function SiteFields<Values extends SiteValues>(props: {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
  readOnly?: boolean;
}) {
  const { form, readOnly = false } = props;
  return (
    <>
      <TextInput
        label="Start at"
        type="url"
        inputMode="url"
        placeholder="https://example.com/help"
        readOnly={readOnly}
        {...form.getInputProps('url')}
      />
      <div className={css['row']}>
        <Textarea
          label="Only these pages"
          description="One pattern on each line; * stands for any text."
          placeholder={'/help/*'}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={readOnly}
          {...form.getInputProps('include')}
        />
        <Textarea
          label="Not these pages"
          description="These override “Only these pages”."
          placeholder={'*/archive/*'}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={readOnly}
          {...form.getInputProps('exclude')}
        />
      </div>
      <div className={css['row']}>
        <NumberInput
          label="Max pages"
          description={`Up to ${most.maxPages.toLocaleString('en')}.`}
          thousandSeparator
          allowDecimal={false}
          allowNegative={false}
          readOnly={readOnly}
          {...form.getInputProps('maxPages')}
        />
        <NumberInput
          label="Max link depth"
          description="Links away from the first page."
          allowDecimal={false}
          allowNegative={false}
          readOnly={readOnly}
          {...form.getInputProps('maxDepth')}
        />
        <IntervalField readOnly={readOnly} {...form.getInputProps('syncInterval')} />
      </div>
    </>
  );
}

import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import css from './add/forms.module.css';
import type { ConnectedType, ConnectionValues } from './connection-values.ts';
import { IntervalField } from './interval-field.tsx';

interface Props<Values extends ConnectionValues> {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
  type: ConnectedType;
  /** True if a secret is stored. */
  hasSecret?: boolean;
  readOnly?: boolean;
}

/** The fields of a connected repository, bucket or workspace of Notion. */
export const ConnectionFields = <Values extends ConnectionValues>(props: Props<Values>) =>
  props.type === 'notion' ? <NotionFields {...props} /> : <StoreFields {...props} />;

function SecretField<Values extends ConnectionValues>({ form, type, hasSecret, readOnly = false }: Props<Values>) {
  if (readOnly) return null;
  const labels = { git: 'Access token', s3: 'Secret access key', notion: 'Integration secret' } as const;
  const stored = hasSecret === true ? 'One is stored. Enter another to replace it.' : undefined;
  return (
    <PasswordInput
      label={labels[type]}
      description={stored ?? 'Encrypted, and never shown again. Needs to read only.'}
      autoComplete="off"
      {...form.getInputProps('secret')}
    />
  );
}

function NotionFields<Values extends ConnectionValues>(props: Props<Values>) {
  const { form, readOnly = false } = props;
  return (
    <>
      <div className={css['row']}>
        <SecretField {...props} />
        <TextInput
          label="Page or database"
          description="Its link, to read it with all below it. All shared pages unless you enter one."
          placeholder="https://www.notion.so/Handbook-0123456789abcdef0123456789abcdef"
          readOnly={readOnly}
          {...form.getInputProps('root')}
        />
      </div>
      <div className={css['row']}>
        <IntervalField readOnly={readOnly} {...form.getInputProps('syncInterval')} />
      </div>
    </>
  );
}

function StoreFields<Values extends ConnectionValues>(props: Props<Values>) {
  const { form, type, readOnly = false } = props;
  const text = (name: keyof ConnectionValues & string, label: string, description: string) => (
    <TextInput label={label} description={description} readOnly={readOnly} {...form.getInputProps(name)} />
  );
  return (
    <>
      <TextInput
        label={type === 'git' ? 'Repository' : 'Address of the service'}
        type="url"
        inputMode="url"
        placeholder={type === 'git' ? 'https://github.com/example/handbook' : 'https://s3.eu-central-1.amazonaws.com'}
        readOnly={readOnly}
        {...form.getInputProps('url')}
      />
      <div className={css['row']}>
        {type === 'git'
          ? text('branch', 'Branch', 'The default branch unless you enter one.')
          : text('bucket', 'Bucket', 'Its name.')}
        {text('folder', 'Folder', 'All unless you enter one.')}
        {type === 's3' && text('region', 'Region', 'us-east-1 unless you enter one.')}
      </div>
      <div className={css['row']}>
        {type === 's3' && text('accessKeyId', 'Access key ID', 'Empty for a public bucket.')}
        <SecretField {...props} />
      </div>
      <div className={css['row']}>
        <Textarea
          label="Only these files"
          description="One pattern on each line. Documents unless you enter one."
          placeholder={'/docs/**\n*.md'}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={readOnly}
          {...form.getInputProps('include')}
        />
        <Textarea
          label="Not these files"
          description="These override “Only these files”."
          placeholder={'/docs/archive/**'}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={readOnly}
          {...form.getInputProps('exclude')}
        />
        <IntervalField readOnly={readOnly} {...form.getInputProps('syncInterval')} />
      </div>
    </>
  );
}

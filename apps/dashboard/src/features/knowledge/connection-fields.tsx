import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KnowledgeSource } from '@parley/sdk';
import css from './add/forms.module.css';
import { validateAddress } from './address.ts';
import { type Interval, IntervalField } from './interval-field.tsx';
import { readPatterns, validatePatterns } from './patterns.ts';

/** The types of sources that are connected to a store. */
export type ConnectedType = 'git' | 's3';

/** Settings of a connection and of its syncs. A secret that is stored is empty here. */
export interface ConnectionValues extends Record<string, unknown> {
  url: string;
  branch: string;
  folder: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secret: string;
  include: string;
  exclude: string;
  syncInterval: Interval;
}

export const noConnection: ConnectionValues = {
  ...{ url: '', branch: '', folder: '', bucket: '', region: '', accessKeyId: '', secret: '' },
  ...{ include: '', exclude: '', syncInterval: null },
};

/** True for a type of source that is connected to a store. */
export const isConnected = (type: KnowledgeSource['type']): type is ConnectedType => type === 'git' || type === 's3';

/** Returns the messages about the fields of a type. */
export const validateConnection = (type: ConnectedType) => ({
  url: validateAddress,
  bucket: (value: string) => (type === 's3' && value.trim() === '' ? 'Enter the name of the bucket.' : null),
  include: validatePatterns,
  exclude: validatePatterns,
});

/** Returns the values of a stored source. */
export function connectionValues({
  url,
  connection,
  include,
  exclude,
  syncInterval,
}: KnowledgeSource): ConnectionValues {
  const { branch, folder, bucket, region, accessKeyId } = connection ?? {};
  return {
    ...{ url: url ?? '', branch: branch ?? '', folder: folder ?? '', bucket: bucket ?? '', region: region ?? '' },
    ...{ accessKeyId: accessKeyId ?? '', secret: '', include: include.join('\n'), exclude: exclude.join('\n') },
    syncInterval,
  };
}

/** Returns the values as the API takes them; an empty secret stays as it is stored. */
export function connectionDraft(type: ConnectedType, values: ConnectionValues) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const { secret, include, exclude, syncInterval } = values;
  const folder = orNull(values.folder);
  const given = secret === '' ? {} : { [type === 'git' ? 'token' : 'secretAccessKey']: secret };
  const own =
    type === 'git'
      ? { branch: orNull(values.branch) }
      : { bucket: values.bucket.trim(), region: orNull(values.region), accessKeyId: orNull(values.accessKeyId) };
  return {
    ...{ url: values.url.trim(), include: readPatterns(include), exclude: readPatterns(exclude), syncInterval },
    connection: { folder, ...own, ...given },
  };
}

interface Props<Values extends ConnectionValues> {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
  type: ConnectedType;
  /** True if a secret is stored. */
  hasSecret?: boolean;
  readOnly?: boolean;
}

/** The fields of a connected repository or bucket. */
export function ConnectionFields<Values extends ConnectionValues>({
  form,
  type,
  hasSecret,
  readOnly = false,
}: Props<Values>) {
  const text = (name: keyof ConnectionValues & string, label: string, description: string) => (
    <TextInput label={label} description={description} readOnly={readOnly} {...form.getInputProps(name)} />
  );
  const secretLabel = type === 'git' ? 'Access token' : 'Secret access key';
  const stored = hasSecret === true ? 'One is stored. Enter another to replace it.' : undefined;
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
        {!readOnly && (
          <PasswordInput
            label={secretLabel}
            description={stored ?? 'Encrypted, and never shown again. Needs to read only.'}
            autoComplete="off"
            {...form.getInputProps('secret')}
          />
        )}
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

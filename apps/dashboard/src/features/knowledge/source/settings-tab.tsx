import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeSource, KnowledgeSourceUpdateParams } from '@parley/sdk';
import { useEffect } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepSource } from '../../../api/queries/knowledge-queries.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { validateName } from '../add/use-source-form.ts';
import { readAddress, validateAddress } from '../address.ts';
import { isConnected } from '../connection-values.ts';
import { IntervalField } from '../interval-field.tsx';
import { readPatterns, validatePatterns } from '../patterns.ts';
import { SiteFields, type SiteValues, validateSite } from '../site-fields.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { FileField } from './file-field.tsx';
import { HookSection, hasHook } from './hook/hook-section.tsx';
import { noOwnData, type OwnData, ownDataChanges, ownDataOf, validateOwnData } from './own-data/own-data.ts';
import { OwnDataFields } from './own-data/own-data-fields.tsx';
import css from './settings-tab.module.css';
import { TextSettings } from './text-settings.tsx';

/** The settings of a source, by its type. */
export function SettingsTab({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  return (
    <div className={css['settings']}>
      {!mayWrite && <p className={css['readOnly']}>Your role here can view sources, not change them.</p>}
      <SettingsOf source={source} mayWrite={mayWrite} />
      {hasHook(source) && <HookSection source={source} mayWrite={mayWrite} />}
      {source.type === 'file' && <FileField source={source} mayWrite={mayWrite} />}
    </div>
  );
}

function SettingsOf({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { type } = source;
  if (type === 'text') return <TextSettings source={source} mayWrite={mayWrite} />;
  if (isConnected(type)) return <ConnectionSettings source={source} type={type} mayWrite={mayWrite} />;
  return <SourceForm source={source} mayWrite={mayWrite} />;
}

type Values = SiteValues & OwnData & { name: string };

const valuesOf = ({
  name,
  url,
  include,
  exclude,
  maxPages,
  maxDepth,
  syncInterval,
  ...own
}: KnowledgeSource): Values => ({
  ...ownDataOf(own),
  name,
  url: url ?? '',
  include: include.join('\n'),
  exclude: exclude.join('\n'),
  maxPages: maxPages ?? '',
  maxDepth: maxDepth ?? '',
  syncInterval,
});

const none = () => null;

/** Only the fields of its type are checked: the others are empty. */
const validateOf = (type: KnowledgeSource['type']) => ({
  name: validateName,
  url: type === 'url' || type === 'website' ? validateAddress : none,
  include: validatePatterns,
  exclude: validatePatterns,
  maxPages: type === 'website' ? validateSite.maxPages : none,
  maxDepth: type === 'website' ? validateSite.maxDepth : none,
  ...validateOwnData,
});

/** The fields that have changed, as the API takes them. */
function changesOf(values: Values, source: KnowledgeSource): KnowledgeSourceUpdateParams {
  const before = valuesOf(source);
  const changed = (Object.keys(values) as (keyof Values)[]).filter(
    (field) => !Object.hasOwn(noOwnData, field) && values[field] !== before[field],
  );
  const all = {
    name: values.name.trim(),
    url: readAddress(values.url)?.href ?? values.url,
    include: readPatterns(values.include),
    exclude: readPatterns(values.exclude),
    maxPages: Number(values.maxPages),
    maxDepth: Number(values.maxDepth),
    syncInterval: values.syncInterval,
  };
  return {
    ...Object.fromEntries(changed.map((field) => [field, all[field as keyof typeof all]])),
    ...ownDataChanges(values, source),
  };
}

function SourceForm({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const form = useForm<Values>({ initialValues: valuesOf(source), validate: validateOf(source.type) });
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty);
  const adopt = (stored: KnowledgeSource) => {
    form.setInitialValues(valuesOf(stored));
    form.setValues(valuesOf(stored));
    form.resetDirty(valuesOf(stored));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the service count, not each keystroke.
  useEffect(() => {
    if (!isDirty) adopt(source);
  }, [source.updatedAt]);
  const submission = useSubmit(
    form,
    (values) => callApi((client) => client.knowledgeSources.update(source._id, changesOf(values, source))),
    (saved) => {
      keepSource(saved);
      adopt(saved);
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Settings of the source">
      <Stack gap="md">
        <TextInput label="Name" readOnly={!mayWrite} {...form.getInputProps('name')} />
        {source.type === 'url' && (
          <>
            <TextInput label="Address" type="url" inputMode="url" readOnly={!mayWrite} {...form.getInputProps('url')} />
            <IntervalField readOnly={!mayWrite} {...form.getInputProps('syncInterval')} />
          </>
        )}
        {source.type === 'website' && <SiteFields form={form} readOnly={!mayWrite} />}
        <OwnDataFields form={form} readOnly={!mayWrite} />
      </Stack>
      {mayWrite && (
        <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={() => adopt(source)} />
      )}
    </form>
  );
}

import { Stack, TextInput } from '@mantine/core';
import { readAddress, validateAddress } from '../address.ts';
import { readPatterns, validatePatterns } from '../patterns.ts';
import { SiteFields, type SiteValues, validateSite } from '../site-fields.tsx';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm } from './use-source-form.ts';

/** The API's own defaults. */
const usual = { maxPages: 200, maxDepth: 5 } as const;

/** Adds the pages of a website. */
export function WebsiteForm({ agentId }: { agentId: string | undefined }) {
  const { form, submission } = useSourceForm<SiteValues & { name: string }>(
    agentId,
    {
      initialValues: { url: '', name: '', include: '', exclude: '', ...usual, syncInterval: null },
      validate: { url: validateAddress, include: validatePatterns, exclude: validatePatterns, ...validateSite },
    },
    ({ url, name, include, exclude, maxPages, maxDepth, syncInterval }) => ({
      type: 'website',
      url: readAddress(url)?.href ?? url,
      include: readPatterns(include),
      exclude: readPatterns(exclude),
      maxPages: Number(maxPages),
      maxDepth: Number(maxDepth),
      syncInterval,
      ...(name.trim() !== '' && { name: name.trim() }),
    }),
  );
  const { url, maxPages } = form.getValues();
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Read a website">
      <Stack gap="md">
        <SiteFields form={form} />
        <TextInput label="Name" description="The address unless you choose another." {...form.getInputProps('name')} />
        <WhatHappens host={readAddress(url)?.host} maxPages={Number(maxPages)} />
      </Stack>
      <AddBar submission={submission} agentId={agentId} action="Add website" />
    </form>
  );
}

function WhatHappens({ host, maxPages }: { host: string | undefined; maxPages: number }) {
  return (
    <div className={css['note']}>
      <p>What happens</p>
      <ul>
        <li>
          The pages in the sitemap are read. Without a sitemap, links are followed, only within{' '}
          {host ?? 'the same host'}.
        </li>
        <li>robots.txt and its crawl delay are obeyed, so a large site takes a while.</li>
        <li>At most {maxPages.toLocaleString('en')} pages are read. You can follow the progress or leave this page.</li>
        <li>A later version that has lost much content waits for your review.</li>
      </ul>
    </div>
  );
}

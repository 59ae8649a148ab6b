import { Stack } from '@mantine/core';
import type { Webhook } from '@parley/sdk';
import { Suspense } from 'react';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { AddressFields } from '../fields/address-fields.tsx';
import { useWebhookForm, valuesOf } from '../fields/use-webhook-form.ts';
import { webhookCalls } from '../webhook-calls.ts';

const WishFields = lazyNamed(() => import('../fields/wish-fields.tsx').then((module) => module.WishFields));

/** The address, events and agents of a webhook. */
export function SettingsForm({ webhook }: { webhook: Webhook }) {
  const form = useWebhookForm(webhook);
  const submission = useSubmit(
    form,
    (values) => webhookCalls.update(webhook._id, { ...values, url: values.url.trim() }),
    (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
    },
  );
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty, (path) => path.endsWith(webhook._id));
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Webhook">
      <Stack gap="md">
        <AddressFields form={form} />
        <Suspense fallback={<FormSkeleton fields={2} />}>
          <WishFields form={form} workspaceId={webhook.workspace} />
        </Suspense>
        <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={form.reset} />
      </Stack>
    </form>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import type { WebhookWithSecret } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { Steps } from '../../../ui/forms/steps.tsx';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { AdminsOnly } from '../../events/admins-only.tsx';
import { AddressFields } from '../fields/address-fields.tsx';
import { useWebhookForm } from '../fields/use-webhook-form.ts';
import { ShownSecret } from '../shown-secret.tsx';
import { TestRequest } from '../test-request.tsx';
import { webhookCalls } from '../webhook-calls.ts';

const WishFields = lazyNamed(() => import('../fields/wish-fields.tsx').then((module) => module.WishFields));

const steps = ['Address', 'Events', 'Secret and test'] as const;

/** Creates a webhook in steps: its address, its events, then its secret, once, and a test. */
export function NewWebhookPage() {
  const { workspace, may } = useWorkspace();
  const [made, setMade] = useState<WebhookWithSecret>();
  return (
    <Page title="New webhook" narrow above={<BackLink to={paths.webhooks}>Webhooks</BackLink>}>
      {!may('workspace:admin') && <AdminsOnly what="a webhook" />}
      {may('workspace:admin') && made === undefined && (
        <Settings key={workspace._id} workspaceId={workspace._id} onMade={setMade} />
      )}
      {made !== undefined && <Made webhook={made} />}
    </Page>
  );
}

function Settings({ workspaceId, onMade }: { workspaceId: string; onMade: (made: WebhookWithSecret) => void }) {
  const form = useWebhookForm();
  const [isReached, setReached] = useState(false);
  const submission = useSubmit(
    form,
    (values) => webhookCalls.create({ ...values, url: values.url.trim(), workspaceId }),
    onMade,
  );
  // The service may refuse the address, which is on the first step.
  const isRefused = form.errors['url'] !== undefined;
  useEffect(() => {
    // Its error goes as soon as it is corrected; the step stays.
    if (isRefused) setReached(false);
  }, [isRefused]);
  const isAddress = !isReached || isRefused;
  const next = () => setReached(!form.validateField('url').hasError);
  return (
    <>
      <Steps steps={steps} at={isAddress ? 0 : 1} />
      <form
        noValidate
        aria-label="Webhook"
        onSubmit={(event) => {
          if (!isAddress) return submission.submit(event);
          event.preventDefault();
          next();
        }}
      >
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          {isAddress ? (
            <AddressFields form={form} />
          ) : (
            <Suspense fallback={<FormSkeleton fields={2} />}>
              <WishFields form={form} workspaceId={workspaceId} />
            </Suspense>
          )}
          <Group justify="flex-end">
            {isAddress ? (
              <Button type="submit" rightSection={<Icon name="arrowRight" />}>
                Continue
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={() => setReached(false)}>
                  Back
                </Button>
                <SubmitButton submission={submission}>Create webhook</SubmitButton>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}

function Made({ webhook: { _id, secret } }: { webhook: WebhookWithSecret }) {
  return (
    <>
      <Steps steps={steps} at={2} />
      <ShownSecret secret={secret} />
      <Section title="Test">
        <TestRequest id={_id} />
      </Section>
      <Group justify="flex-end" mt="lg">
        <Button renderRoot={(root) => <Link to={paths.webhook} params={{ webhookId: _id }} {...root} />}>
          I have copied the secret
        </Button>
      </Group>
    </>
  );
}

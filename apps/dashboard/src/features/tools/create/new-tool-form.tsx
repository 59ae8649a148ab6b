import { Button, Group, Stack } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { Steps } from '../../../ui/forms/steps.tsx';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { BasicsFields } from '../fields/basics-fields.tsx';
import { useToolForm, withOwnFields } from '../fields/use-tool-form.ts';
import { bodyOf, newValues, secretsOf, type ToolValues } from '../fields/values.ts';
import { toolCalls } from '../tool-calls.ts';
import { KindField } from './kind-field.tsx';
import { type Step, stepOfError, stepsOf, titleOf } from './steps.ts';

const OwnFields = lazyNamed(() => import('../fields/own-fields.tsx').then((module) => module.OwnFields));
const ApprovalFields = lazyNamed(() => import('../fields/approval-fields.tsx').then((module) => module.ApprovalFields));

const create = (workspaceId: string, values: ToolValues): Promise<Tool> => {
  const secrets = Object.entries(secretsOf(values)).filter((each): each is [string, string] => each[1] !== null);
  const body = { ...bodyOf(values), type: values.type, workspaceId };
  return withOwnFields(
    values.type,
    toolCalls.create({ ...body, ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) }) }),
  );
};

/** The steps of a new tool, and its form. */
export function NewToolForm({ workspaceId }: { workspaceId: string }) {
  const navigate = useNavigate();
  const form = useToolForm(newValues);
  const [step, setStep] = useState<Step>('kind');
  const { type } = form.values;
  const steps = stepsOf(type);
  const submission = useSubmit(
    form,
    (values) => create(workspaceId, values),
    async ({ _id, name }) => {
      await navigate({ to: paths.tool, params: { toolId: _id } });
      const first = type === 'mcp' ? 'Approve what its server offers' : 'Try it here';
      toastDone(`${name} created. ${first}, then add it to an agent.`);
    },
  );
  const wrong = stepOfError(type, Object.keys(form.errors));
  const was = useRef(wrong);
  useEffect(() => {
    // The step of the first field that the service refused is there again; it stays once the field is corrected.
    if (wrong !== undefined && wrong !== was.current) setStep(wrong);
    was.current = wrong;
  }, [wrong]);
  const place = steps.indexOf(step);
  const next = steps[place + 1];
  const go = () => {
    const { errors } = form.validate();
    // Fields of later steps aren't asked for yet.
    const here = Object.fromEntries(Object.entries(errors).filter(([field]) => stepOfError(type, [field]) === step));
    form.setErrors(here);
    const isRight = Object.keys(here).length === 0;
    was.current = isRight ? undefined : step;
    if (isRight && next !== undefined) setStep(next);
  };
  return (
    <>
      <Steps steps={steps.map((each) => titleOf(type, each))} at={place} />
      <form
        noValidate
        aria-label="Tool"
        onSubmit={(event) => {
          if (next === undefined) return submission.submit(event);
          event.preventDefault();
          go();
        }}
      >
        <Stack gap="lg">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <Suspense fallback={<FormSkeleton fields={2} />}>
            {step === 'kind' && <KindField value={type} onChange={(chosen) => form.setFieldValue('type', chosen)} />}
            {step === 'purpose' && <BasicsFields form={form} workspaceId={workspaceId} />}
            {step === 'own' && <OwnFields form={form} />}
            {step === 'approval' && <ApprovalFields form={form} workspaceId={workspaceId} />}
          </Suspense>
          <Group justify="flex-end">
            {place > 0 && (
              <Button variant="default" onClick={() => setStep(steps[place - 1] ?? 'kind')}>
                Back
              </Button>
            )}
            {next === undefined ? (
              <SubmitButton submission={submission}>Create tool</SubmitButton>
            ) : (
              <Button type="submit" rightSection={<Icon name="arrowRight" />}>
                Continue
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}

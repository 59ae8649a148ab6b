import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import bar from '../../ui/forms/form-bar.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { FormSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { AgentFields, type AgentValues, agentFields, validateAgent } from './agent-form.tsx';
import { namesIn } from './model/fallbacks.ts';
import { hasWriter } from './model/models.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const TemplateChoice = lazyNamed(() => import('./prompt/template-choice.tsx').then((module) => module.TemplateChoice));
const NoProvider = lazyNamed(() => import('./model/no-provider.tsx').then((module) => module.NoProvider));

/** The values of a blank form; the model is the instance's default. */
const blankWith = (model: string): AgentValues => ({
  name: '',
  description: '',
  systemPrompt: '',
  model,
  fallbackModels: '',
  temperature: 0.7,
  status: 'active',
  externalId: '',
  handover: '',
});

/** Creates an agent from a template or from a blank form. */
export function NewAgentPage() {
  const { workspace, may } = useWorkspace();
  const models = useQuery(queries.models());
  if (!may('agents:write')) {
    return (
      <Page title="New agent">
        <EmptyState icon="agent" title="Your role can’t create agents">
          Editors, admins and owners can. Ask an admin or owner of {workspace.name} to change your role.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="New agent" lead="Start from a template or from a blank page. Everything can be changed later.">
      {models.isLoading ? (
        <FormSkeleton fields={5} />
      ) : (
        // The model to use if the models cannot be loaded; every instance has it.
        <Suspense fallback={<FormSkeleton fields={5} />}>
          {models.data !== undefined && !hasWriter(models.data) && <NoProvider />}
          <NewAgentForm blank={blankWith(models.data?.default ?? 'builtin/extract')} />
        </Suspense>
      )}
    </Page>
  );
}

function NewAgentForm({ blank }: { blank: AgentValues }) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const form = useForm<AgentValues>({ initialValues: blank, validate: validateAgent });
  const leave = useLeaveGuard(form.isDirty());
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ status: _, externalId: __, handover: ___, ...values }) => {
      const own = { name: values.name.trim(), fallbackModels: namesIn(values.fallbackModels) };
      return callApi((client) => client.agents.create({ ...values, ...own, workspaceId: workspace._id }));
    },
    async ({ _id, name }) => {
      leave.allow();
      void queryClient.invalidateQueries({ queryKey: ['agents'] });
      toastDone(`${name} created.`);
      await navigate({ to: paths.agent, params: { agentId: _id } });
    },
  );
  return (
    <>
      <TemplateChoice
        onPick={(values, last) =>
          form.setValues(startFrom(form.getValues(), { ...blank, ...values }, { ...blank, ...last }))
        }
      />
      <form onSubmit={submit} noValidate>
        <AgentFields form={form} isNew />
        <div className={bar['bar']}>
          {problem !== undefined && (
            <div className={bar['problem']}>
              <ProblemNotice error={problem} />
            </div>
          )}
          <span className={bar['state']} />
          <Button variant="default" component={Link} to={paths.agents}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create agent
          </Button>
        </div>
      </form>
    </>
  );
}

/** Applies a template only to fields that still have the previous template's value: input of the user stays. */
function startFrom(typed: AgentValues, after: AgentValues, before: AgentValues): AgentValues {
  const changed = agentFields.filter((field) => typed[field] !== before[field]);
  return { ...after, ...Object.fromEntries(changed.map((field) => [field, typed[field]])) };
}

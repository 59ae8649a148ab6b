import { type UseFormInput, useForm } from '@mantine/form';
import type { KnowledgeSourceCreateParams } from '@parley/sdk';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { useNewSource } from './use-added.ts';

/** A form that becomes one source; input that isn't sent yet is not left without a question. */
export function useSourceForm<Values extends Record<string, unknown>>(
  agentId: string | undefined,
  input: Pick<UseFormInput<Values>, 'initialValues' | 'validate'>,
  draftOf: (values: Values) => KnowledgeSourceCreateParams,
) {
  const form = useForm<Values>(input as UseFormInput<Values>);
  const leave = useLeaveGuard(form.isDirty());
  const { create, attach, show } = useNewSource(agentId);
  const submission = useSubmit(
    form,
    async (values) => {
      const source = await create(draftOf(values));
      await attach([source]);
      return source;
    },
    async (source) => {
      leave.allow();
      await show([source]);
    },
  );
  return { form, submission };
}

/** The message about a name that is missing. */
export const validateName = (value: string): string | null => {
  if (value.trim() === '') return 'Enter a name.';
  return value.trim().length > 200 ? 'Must have at most 200 characters.' : null;
};

import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '../api/errors.ts';
import { retryTimeOf } from '../api/limits.ts';

/** The state of a form that is sent to the service. */
export interface Submission {
  readonly submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** The failure, unless the fields show it already. */
  readonly problem: unknown;
  /** When a form that was refused with a 429 can be sent again (ms since 1970); undefined if it was not refused. */
  readonly retryAt: number | undefined;
  /** Clears the failure. */
  reset(): void;
}

/**
 * Sends a form. Errors of single fields are shown beside them; any other failure is `problem`. The input stays until
 * `done`.
 */
export function useSubmit<Values extends object, Result>(
  form: UseFormReturnType<Values>,
  call: (values: Values) => Promise<Result>,
  done: (result: Result, values: Values) => unknown,
): Submission {
  const mutation = useMutation({
    mutationFn: call,
    // A response may carry a secret that is shown once: the cache drops it with the form.
    gcTime: 0,
    onSuccess: done,
    onError: (error) => form.setErrors(knownErrors(error, form.getValues())),
  });
  const beside = mutation.error === null ? {} : knownErrors(mutation.error, form.getValues());
  return {
    submit: form.onSubmit((values) => {
      if (!mutation.isPending) mutation.mutate(values);
    }),
    isPending: mutation.isPending,
    problem: Object.keys(beside).length > 0 ? undefined : (mutation.error ?? undefined),
    retryAt: retryTimeOf(mutation.error),
    reset: mutation.reset,
  };
}

const knownErrors = (error: unknown, values: object) =>
  Object.fromEntries(Object.entries(fieldErrors(error)).filter(([field]) => field in values));

import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { retryTimeOf } from '../../api/rate-limit.ts';
import { useRefused } from './use-refused.ts';

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
 * Sends a form. Errors of single fields are shown beside them, and the first of these fields gets the focus; any other
 * failure is `problem`. The input stays until `done`.
 */
export function useSubmit<Values extends object, Result>(
  form: UseFormReturnType<Values>,
  call: (values: Values) => Promise<Result>,
  done: (result: Result, values: Values) => unknown,
): Submission {
  const sent = useRef<HTMLFormElement>(undefined);
  const refuse = useRefused();
  const mutation = useMutation({
    mutationFn: call,
    // A response may carry a secret that is shown once: the cache drops it with the form.
    gcTime: 0,
    onSuccess: done,
    onError: (error) => {
      const errors = knownErrors(error, form.getValues());
      form.setErrors(errors);
      refuse(sent.current, Object.keys(errors).length);
    },
  });
  const beside = mutation.error === null ? {} : knownErrors(mutation.error, form.getValues());
  return {
    submit: form.onSubmit(
      (values, event) => {
        if (mutation.isPending) return;
        sent.current = event?.currentTarget;
        mutation.mutate(values);
      },
      (errors, _values, event) => refuse(event?.currentTarget, Object.keys(errors).length),
    ),
    isPending: mutation.isPending,
    problem: Object.keys(beside).length > 0 ? undefined : (mutation.error ?? undefined),
    retryAt: retryTimeOf(mutation.error),
    reset: mutation.reset,
  };
}

const knownErrors = (error: unknown, values: object) =>
  Object.fromEntries(Object.entries(fieldErrors(error)).filter(([field]) => field in values));

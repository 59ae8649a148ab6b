import { useState } from 'react';
import { errorsByPath } from '../../api/errors.ts';

/** The errors of a refused form, by the whole path of each field: `members.1.user`. */
export interface PathErrors {
  /** All messages, by path. */
  readonly all: Readonly<Record<string, string>>;
  /** The message at a path; undefined without one. */
  at(path: string): string | undefined;
  /** Resolves as the call does, and keeps the errors of a refusal. */
  catching<Result>(call: Promise<Result>): Promise<Result>;
  clear(): void;
}

/** Keeps the errors of a form with lists in it; `useSubmit` keeps them by the name of the list only. */
export function usePathErrors(): PathErrors {
  const [errors, setErrors] = useState<Record<string, string>>({});
  return {
    all: errors,
    at: (path) => errors[path],
    catching: async (call) => {
      setErrors({});
      try {
        return await call;
      } catch (error) {
        setErrors(errorsByPath(error));
        throw error;
      }
    },
    clear: () => setErrors({}),
  };
}

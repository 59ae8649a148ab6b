import { useQuery } from '@tanstack/react-query';

/** A package for other people’s code, as the instance describes it. */
interface Package {
  readonly version: string;
  readonly integrity: string;
  /** The path of the file with its version, whose bytes never change. */
  readonly path: string;
}

/**
 * The current package of a client. Packages are no part of the API: the instance serves them as files, with their
 * descriptions beside them.
 */
export function usePackage(which: 'sdk' | 'react' | 'python') {
  return useQuery({
    queryKey: ['package', which],
    queryFn: async () => {
      const response = await fetch(`/sdk/parley-${which}.json`);
      if (!response.ok) throw new Error('This instance was built without the client.');
      return ((await response.json()) as { data: Package }).data;
    },
    retry: false,
  });
}

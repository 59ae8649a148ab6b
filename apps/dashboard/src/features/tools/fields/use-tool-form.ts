import { type UseFormReturnType, useForm } from '@mantine/form';
import { APIError } from '@parley/sdk';
import type { ToolKindName } from '../tool-words.ts';
import { clientSecretName } from './oauth-values.ts';
import { type ToolValues, validate } from './values.ts';

/** The form of a tool. */
export type ToolForm = UseFormReturnType<ToolValues>;

/** The form of a new tool, or of one that exists. */
export const useToolForm = (initialValues: ToolValues): ToolForm => useForm<ToolValues>({ initialValues, validate });

/** The field of the form that shows an error about a field of the API. */
function fieldOf(path: string, type: ToolKindName): string {
  const [first = '', second = '', third = ''] = path.split('.');
  if (type === 'http' && first === 'secrets' && second === clientSecretName) return 'clientSecret';
  if (first === 'settings' && second === 'oauth') return third;
  if (first === 'inputSchema' || (first === 'settings' && second === 'placement')) return 'inputs';
  return first === 'settings' && second !== '' ? second : first;
}

/** Waits for a call about a tool; its errors name the fields of the form in place of those of the API. */
export async function withOwnFields<Data>(type: ToolKindName, call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const details = error.details.map((detail) => ({ ...detail, path: fieldOf(detail.path, type) }));
    throw Object.create(error, { details: { value: details } });
  }
}

import type { ChannelTest, ChannelType } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';

/** Checks settings that aren't saved yet with the platform. */
export interface SettingsCheck {
  /** Asks the platform; resolves to the result, or to undefined if the request failed. */
  readonly ask: (settings: Record<string, unknown>) => Promise<ChannelTest | undefined>;
  /** Result of the check of these settings; undefined if they weren't checked, or have changed since. */
  readonly foundOf: (settings: Record<string, unknown>) => ChannelTest | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

interface Checked {
  readonly agentId: string;
  readonly type: ChannelType['type'];
  /** The channel whose stored secrets are used if none is typed. */
  readonly channel?: string;
  readonly onError: (failure: Error) => void;
}

/** Checks the settings of a channel with its platform before they are saved. */
export function useSettingsCheck({ agentId, type, channel, onError }: Checked): SettingsCheck {
  const { mutateAsync, data, variables, isPending, error } = useMutation({
    mutationFn: (settings: Record<string, unknown>) =>
      callApi((client) =>
        client.channels.check(agentId, { type, settings, ...(channel !== undefined && { channel }) }),
      ),
    // Secrets go with the form.
    gcTime: 0,
    onError,
  });
  const isOf = (settings: Record<string, unknown>) => JSON.stringify(settings) === JSON.stringify(variables);
  return {
    ask: async (settings) => {
      try {
        return await mutateAsync(settings);
      } catch {
        // `error` has it.
        return undefined;
      }
    },
    foundOf: (settings) => (isOf(settings) ? data : undefined),
    isPending,
    error,
  };
}

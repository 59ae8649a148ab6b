import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../overlays/select.tsx';
import { ProblemNotice } from '../page/problem.tsx';

interface RotationProps<Made> {
  /** Says what happens. */
  readonly lead: string;
  /** The label of the time for which the old secret stays valid, and of ending it now; absent without an old one. */
  readonly keep?: { readonly label: string; readonly end: string } | undefined;
  readonly action: string;
  readonly rotate: (overlapHours: number) => Promise<Made>;
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

/** Makes a new secret, and asks how long the old one stays valid. */
export function RotationForm<Made>({ lead, keep, action, rotate, onMade, onClose }: RotationProps<Made>) {
  const [overlap, setOverlap] = useState('24');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => rotate(Number(overlap)),
    onSuccess: onMade,
    // The secret goes with the dialog.
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">{lead}</Text>
      {error !== null && <ProblemNotice error={error} />}
      {keep !== undefined && (
        <Select
          label={keep.label}
          data={[
            { value: '0', label: keep.end },
            { value: '1', label: '1 hour' },
            { value: '24', label: '24 hours' },
            { value: '168', label: '7 days' },
          ]}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap(value ?? '24')}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}

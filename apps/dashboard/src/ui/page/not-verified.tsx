import { Badge } from '@mantine/core';

/** The mark of an address that isn't verified. */
export function NotVerified() {
  return (
    <Badge c="var(--warn)" bg="var(--warn-ground)">
      Address not verified
    </Badge>
  );
}

import { Text } from '@mantine/core';

/** Says why the user is at the first step of a sign-in again. */
export function Expired() {
  return (
    <Text size="sm" role="alert">
      The second step took too long, or there were too many tries. Sign in again.
    </Text>
  );
}

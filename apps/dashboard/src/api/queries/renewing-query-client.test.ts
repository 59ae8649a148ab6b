// @module-tag pure

import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { RenewingQueryClient } from './renewing-query-client.ts';

const queryKey = ['list'];

/** A client with an observed query, whose reads end when the test says so. */
function observed() {
  const client = new RenewingQueryClient();
  const reads: ((value: string) => void)[] = [];
  const seen: (string | undefined)[] = [];
  const read = () => new Promise<string>((resolve) => reads.push(resolve));
  const observer = new QueryObserver<string>(client, { queryKey, queryFn: read, networkMode: 'always' });
  const stop = observer.subscribe(({ data }) => seen.push(data));
  return { client, reads, seen, stop };
}

test('a change during the first read is read', async () => {
  const { client, reads, seen, stop } = observed();
  const renewed = client.invalidateQueries({ queryKey });
  expect(reads).toHaveLength(2);
  reads[0]?.('before the change');
  reads[1]?.('after it');
  await renewed;
  expect(client.getQueryData(queryKey)).toBe('after it');
  expect(seen).not.toContain('before the change');
  stop();
});

test('an earlier caller of the first read gets the data after the change', async () => {
  const { client, reads, stop } = observed();
  const waiting = client.ensureQueryData<string>({ queryKey, queryFn: () => 'not asked' });
  void client.invalidateQueries({ queryKey });
  reads[0]?.('before the change');
  reads[1]?.('after it');
  expect(await waiting).toBe('after it');
  stop();
});

test('an unwatched query is only marked', async () => {
  const { client, reads, stop } = observed();
  reads[0]?.('first');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('first');
  stop();
  await client.invalidateQueries({ queryKey });
  expect(reads).toHaveLength(1);
});

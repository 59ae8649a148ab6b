// @module-tag pure
import { expect, test } from 'vitest';
import { createSecrets } from '../../../access/secrets.ts';
import { openSettings, sealSecrets } from './secrets.ts';

test('settings of a channel are opened once while its row stays, and for no other channel', () => {
  const secrets = createSecrets('p'.repeat(32));
  let opened = 0;
  const counting = {
    open: (...given: Parameters<typeof secrets.open>) => {
      opened += 1;
      return secrets.open(...given);
    },
  };
  const seal = (token: string) => sealSecrets(secrets, 'chan_1', { settings: { token }, secret: null });
  const row = { channel: 'chan_1', secrets: seal('a'), settings: '{"name":"x"}' };

  expect(openSettings(counting, row).settings).toEqual({ name: 'x', token: 'a' });
  expect(openSettings(counting, { ...row }).settings).toEqual({ name: 'x', token: 'a' });
  expect(opened).toBe(1);
  expect(openSettings(counting, { ...row, settings: '{"name":"y"}' }).settings).toEqual({ name: 'y', token: 'a' });
  expect(openSettings(counting, { ...row, secrets: seal('b') }).settings).toEqual({ name: 'x', token: 'b' });
  expect(() => openSettings(counting, { ...row, channel: 'chan_2' })).toThrow();
  // Under another pepper nothing is known.
  expect(() => openSettings(createSecrets('q'.repeat(32)), row)).toThrow();
});

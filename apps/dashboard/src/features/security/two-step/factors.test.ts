// @module-tag pure

import type { SecondFactor } from '@parley/sdk';
import { expect, it } from 'vitest';
import { codesLeft, countOf, keptBy, namesOf } from './factors.ts';

const at = '2026-01-31T09:30:00.000Z';
const passkey = { _id: 'pk_1', name: 'Laptop', createdAt: at, lastUsedAt: null, backedUp: false };
const none: SecondFactor = { totp: null, passkeys: [], recoveryCodes: null, requiredBy: [] };
const requiredBy = [{ _id: 'ws_1', name: 'Bookshop' }];

it('counts the app and each passkey', () => {
  expect(countOf(none)).toBe(0);
  expect(countOf({ totp: { createdAt: at }, passkeys: [passkey, passkey] })).toBe(3);
});

it('the last step stays while a workspace requires one', () => {
  expect(keptBy({ ...none, passkeys: [passkey] })).toBeUndefined();
  expect(keptBy({ ...none, passkeys: [passkey], requiredBy })).toMatch(/^Bookshop requires two-step sign-in\./);
  expect(keptBy({ totp: { createdAt: at }, passkeys: [passkey], requiredBy })).toBeUndefined();
});

it('names the workspaces that require it', () => {
  expect(namesOf(requiredBy)).toBe('Bookshop requires');
  expect(namesOf([...requiredBy, { name: 'Library' }])).toBe('Bookshop and Library require');
});

it('says how many recovery codes are left, and when they are few', () => {
  expect(codesLeft(none)).toEqual({ text: 'None is left.', isFew: true });
  expect(codesLeft({ recoveryCodes: { left: 1, createdAt: at } })).toEqual({ text: '1 is left.', isFew: true });
  expect(codesLeft({ recoveryCodes: { left: 3, createdAt: at } }).isFew).toBe(true);
  expect(codesLeft({ recoveryCodes: { left: 4, createdAt: at } })).toEqual({ text: '4 are left.', isFew: false });
});

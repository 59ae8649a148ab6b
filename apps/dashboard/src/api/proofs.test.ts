// @module-tag pure

import { expect, it } from 'vitest';
import { confirmation, endProofs, endRenewal, renewal, signedInAgain } from './proofs.ts';

const refused = new Error('refused');

it('parallel calls ask once, and all continue', async () => {
  const soFar = confirmation.soFar();
  const calls = [confirmation.ask(refused, soFar), confirmation.ask(refused, soFar)];
  expect(confirmation.waiting.get()).toHaveLength(2);
  confirmation.end(true);
  await Promise.all(calls);
  expect(confirmation.waiting.get()).toEqual([]);
  // Its refusal arrives after the answer for the others.
  await confirmation.ask(refused, soFar);
});

it('a cancelled question fails every call that began before it', async () => {
  const soFar = confirmation.soFar();
  const call = confirmation.ask(refused, soFar);
  confirmation.end(false);
  await expect(call).rejects.toBe(refused);
  await expect(confirmation.ask(refused, soFar)).rejects.toBe(refused);
  const later = confirmation.ask(refused, confirmation.soFar());
  expect(confirmation.waiting.get()).toHaveLength(1);
  confirmation.end(true);
  await later;
});

it('signing in again confirms that it is the user, too', async () => {
  const calls = [renewal.ask(refused, renewal.soFar()), confirmation.ask(refused, confirmation.soFar())];
  const heard = signedInAgain();
  endRenewal(true);
  await Promise.all([...calls, heard]);
});

it('a cancelled sign-in leaves the other question open', async () => {
  const renewed = renewal.ask(refused, renewal.soFar());
  const confirmed = confirmation.ask(refused, confirmation.soFar());
  endRenewal(false);
  await expect(renewed).rejects.toBe(refused);
  expect(confirmation.waiting.get()).toHaveLength(1);
  confirmation.end(true);
  await confirmed;
});

it('signing out asks for nothing more, and fails what is under way', async () => {
  const soFar = renewal.soFar();
  const waiting = [renewal.ask(refused, soFar), confirmation.ask(refused, confirmation.soFar())];
  endProofs();
  expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(renewal.ask(refused, soFar)).rejects.toBe(refused);
  expect(renewal.waiting.get()).toEqual([]);
});

// @module-tag pure

import { describe, expect, test } from 'vitest';
import { isSigned, mayBeSigned } from './standard-webhooks.ts';

// The example of the specification (Standard Webhooks 1.0, "Verifying webhook authenticity").
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const time = 1_614_265_330;
const bytes = Buffer.from('{"test": 2432232314}');
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(time),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe('a signature of Standard Webhooks', () => {
  test('is that of the specification, whenever it is looked at', () => {
    expect(isSigned({ headers, bytes }, { secrets: [secret] })).toBe(true);
  });

  test('may be one of several, by one of several secrets', () => {
    const several = `v1,AAAA v2,g0hM v1a,xyz ${headers['webhook-signature']} v1,BBBB`;
    expect(
      isSigned({ headers: { ...headers, 'webhook-signature': several }, bytes }, { secrets: [other, secret] }),
    ).toBe(true);
  });

  test.each([
    ['other bytes', headers, Buffer.from('{"test": 2432232315}')],
    ['another ID', { ...headers, 'webhook-id': 'msg_other' }, bytes],
    ['another time', { ...headers, 'webhook-timestamp': String(time + 1) }, bytes],
    ['a cut signature', { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -1) }, bytes],
    ['another version', { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }, bytes],
    ['no signature', { ...headers, 'webhook-signature': undefined }, bytes],
    ['two headers', { ...headers, 'webhook-signature': [headers['webhook-signature'], 'v1,AAAA'] }, bytes],
  ])('is not good with %s', (_, given, body) => {
    expect(isSigned({ headers: given, bytes: body }, { secrets: [secret] })).toBe(false);
  });

  test('is not good with another secret, or with none', () => {
    expect(isSigned({ headers, bytes }, { secrets: [other] })).toBe(false);
    expect(isSigned({ headers, bytes }, { secrets: [] })).toBe(false);
  });

  test.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('%i s after its time, it may be good: %s', (late, may) => {
    expect(mayBeSigned(headers, (time + late) * 1000)).toBe(may);
  });
});

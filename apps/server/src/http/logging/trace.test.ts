// @module-tag pure
import { describe, expect, it } from 'vitest';
import { traceIdOf } from './trace.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    `00-${trace}-${parent}-01`,
    `00-${trace}-${parent}-00`,
    // A later version, with and without fields that this one doesn't know.
    `01-${trace}-${parent}-01`,
    `cc-${trace}-${parent}-01-what-the-future-will-be-like`,
  ])('has the trace: %s', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBe(trace);
  });

  it.each([
    '',
    'x',
    `${trace}-${parent}-01`,
    `0-${trace}-${parent}-01`,
    `ff-${trace}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace.slice(1)}-${parent}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-1`,
    `00-${trace}-${parent}-01-more`,
    `cc-${trace}-${parent}-01.more`,
    `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
    ` 00-${trace}-${parent}-01\n`,
  ])('is ignored if it is invalid: %s', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBeUndefined();
  });

  it('is undefined without the header', () => {
    expect(traceIdOf({})).toBeUndefined();
  });
});

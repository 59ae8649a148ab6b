// @module-tag pure

import { describe, expect, it } from 'vitest';
import { synchronousFiles, unasync } from './unasync.mjs';

describe('the synchronous client', () => {
  it.each([
    ['async def list(self) -> AsyncIterator[str]:', 'def list(self) -> Iterator[str]:'],
    ['async with client as open:', 'with client as open:'],
    ['return [item async for item in page]', 'return [item for item in page]'],
    ['answer = await self._send(await key())', 'answer = self._send(key())'],
    ['class AsyncParley(AsyncResources):', 'class Parley(Resources):'],
    ['-> AsyncPagePromise[Agent]:', '-> Page[Agent]:'],
    ['async def __aenter__(self) -> AsyncParley:', 'def __enter__(self) -> Parley:'],
    ['raise StopAsyncIteration', 'raise StopIteration'],
    ['await response.aclose()', 'response.close()'],
    ['async for part in response.aiter_bytes():', 'for part in response.iter_bytes():'],
    ['from parley._async._clock import wait', 'from parley._sync._clock import wait'],
    ['httpx.AsyncClient(timeout=awaited)', 'httpx.Client(timeout=awaited)'],
  ])('has %s as %s', (source, expected) => {
    expect(unasync(source)).toBe(expected);
  });

  it('does not have what is only asynchronous', () => {
    expect(unasync('a\n    # async only\n    b\n    # end async only\nc\n')).toBe('a\nc\n');
  });

  it('names the source of each file, and leaves out those that are written for each client', () => {
    const files = synchronousFiles(
      new Map([
        ['src/_async/_page.py', 'async def f(): ...\n'],
        ['src/_async/_clock.py', 'import anyio\n'],
        ['src/_async/resources/a.py', '# Generated from openapi.json.\n'],
      ]),
    );
    expect([...files]).toEqual([
      ['src/_sync/_page.py', '# Generated from _async/_page.py by `npm run clients`. Do not edit.\ndef f(): ...\n'],
      ['src/_sync/resources/a.py', '# Generated from openapi.json.\n'],
    ]);
  });
});

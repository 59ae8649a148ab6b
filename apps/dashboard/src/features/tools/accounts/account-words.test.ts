// @module-tag pure

import { expect, it } from 'vitest';
import { meaningOf } from './account-words.ts';

it('says what an account is for', () => {
  const own = { type: 'http', auth: 'end_user' } as const;
  expect(meaningOf(own, 'connected')).toMatch(/^Used only to try the tool here\./);
  expect(meaningOf({ ...own, type: 'mcp' }, 'none')).toMatch(
    /^Used only to list and try the tools of the server here\./,
  );
  const shared = { type: 'http', auth: 'workspace' } as const;
  expect(meaningOf(shared, 'none')).toBe('Calls fail until an account is connected.');
  expect(meaningOf({ ...shared, type: 'mcp' }, 'none')).toContain('only the headers');
  expect(meaningOf(shared, 'connected')).toBe('All calls are made as this account.');
  expect(meaningOf(shared, 'reauth_required')).toContain('no longer accepts');
});

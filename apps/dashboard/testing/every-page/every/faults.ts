import type { Page } from 'playwright-core';

/** Failures of the request for a page's own data. */
export const faults = {
  failing: { status: 500, code: 'internal_error', error: 'It is broken.' },
  forbidden: { status: 403, code: 'forbidden', error: 'Your role does not allow this.' },
} as const;

/** Answers matching requests with a failure, until the returned function is called. */
export async function refuse(page: Page, address: RegExp, fault: keyof typeof faults): Promise<() => Promise<void>> {
  const { status, ...failure } = faults[fault];
  const body = { success: false, requestId: 'req_01m7zepyr7eh39eneeqs', ...failure };
  await page.route(address, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
  return () => page.unroute(address);
}

import { chromium } from 'playwright-core';

const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const c = await b.newContext({ viewport: { width: 1440, height: 900 } });
const p = await c.newPage();
await p.goto('http://127.0.0.1:4655/docs#tag/agents/POST/api/agents');
await p.waitForTimeout(8000);
const op = p.getByRole('region', { name: 'Create an agent' });
await op.getByRole('button', { name: /curl/i }).first().click();
await p.waitForTimeout(800);
await p.screenshot({ path: '/tmp/apidoc-try/d3.png' });
await p
  .getByRole('option', { name: 'TypeScript' })
  .first()
  .click()
  .catch((e) => console.log(String(e).slice(0, 200)));
await p.waitForTimeout(1000);
await p.screenshot({ path: '/tmp/apidoc-try/d4.png' });
console.log(
  await p.evaluate(() =>
    JSON.stringify(Object.fromEntries(Object.entries(localStorage).map(([k, v]) => [k, v.slice(0, 200)]))),
  ),
);
await p.evaluate(() => {
  location.hash = '#tag/agents/GET/api/agents';
});
await p.waitForTimeout(2500);
await p.screenshot({ path: '/tmp/apidoc-try/d5.png' });
await p.reload();
await p.waitForTimeout(8000);
await p.screenshot({ path: '/tmp/apidoc-try/d6.png' });
await b.close();

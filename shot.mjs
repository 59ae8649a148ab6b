import { chromium } from 'playwright-core';

const [, , url, out, width = '1280', scheme = 'light', height = '900', hash] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const p = await b.newPage({ viewport: { width: +width, height: +height }, colorScheme: scheme });
p.on('console', async (m) => {
  if (m.type() === 'warning')
    for (const a of m.args()) console.log('W', JSON.stringify(await a.jsonValue().catch(() => '?')).slice(0, 1500));
});
p.on('pageerror', (e) => console.log('pageerror', String(e).slice(0, 200)));
p.on('requestfailed', (r) => console.log('failed', r.url()));
await p.goto(url);
await p.waitForTimeout(1500);
if (hash) {
  await p.evaluate((h) => {
    location.hash = h;
  }, hash);
  await p.waitForTimeout(2500);
}
await p.screenshot({ path: out });
await b.close();

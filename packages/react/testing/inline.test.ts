import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../widget/testing/browser.ts';
import { place } from './page.ts';

const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';

describe.skipIf(!hasBrowser)('ParleyInline', () => {
  const at = place();

  it('shows the chat in its element, takes calls, and removes it', async () => {
    await at.inPage(({ hook }) => hook.send('Hello there'));
    await at.show({ key: 'a', channel, host: at.fake.url, inline: true });
    const frame = at.page.frameLocator(`.inline [data-parley="${channel}"] iframe`);
    await frame.getByText('Hello there').waitFor();
    expect(await at.page.getByRole('button', { name: 'Open chat' }).count()).toBe(0);
    await at.show({ key: 'a', channel, host: at.fake.url, inline: true, theme: 'dark' });
    await frame.getByText('Hello there').waitFor();
    await at.show({ key: 'b', channel, host: at.fake.url, inline: true });
    await frame.getByText('Hello there').waitFor();
    expect(await at.page.locator('[data-parley]').count()).toBe(1);
    await at.show({ key: 'b', channel, host: at.fake.url });
    await at.page.getByRole('button', { name: 'Open chat' }).waitFor();
    await at.show();
    expect(await at.page.locator('[data-parley]').count()).toBe(0);
  });
});

// @module-tag pure

import { expect, it } from 'vitest';
import { frameOf, policyOf, reactOf, snippetOf } from './snippet.ts';

const urls = {
  script: 'https://chat.example.com/widget.js',
  page: 'https://chat.example.com/chat/channel_1',
};
const theme = { mode: 'auto', light: {}, dark: {}, radius: 12 };

it('is one short line while all is as usual', () => {
  expect(snippetOf({ _id: 'channel_1', urls, settings: { theme, position: 'right' } })).toBe(
    '<script async src="https://chat.example.com/widget.js" data-channel="channel_1"></script>',
  );
});

it('names what the launcher has to know before it loads anything', () => {
  const settings = { theme: { ...theme, mode: 'dark', light: { accent: '#0b5fff' } }, position: 'left' };
  expect(snippetOf({ _id: 'channel_1', urls, settings })).toBe(
    '<script async src="https://chat.example.com/widget.js" data-channel="channel_1"' +
      ' data-theme="dark" data-accent="#0b5fff" data-position="left"></script>',
  );
  expect(reactOf({ _id: 'channel_1', urls, settings }, '/sdk/parley-react-1.0.0.tgz')).toBe(
    '// npm install https://chat.example.com/sdk/parley-react-1.0.0.tgz\n' +
      "import { ParleyChat } from '@parley/react';\n\n" +
      '<ParleyChat host="https://chat.example.com" channel="channel_1"' +
      ' theme="dark" accent="#0b5fff" position="left" />',
  );
});

it('allows the instance in the policy of the site', () => {
  expect(policyOf({ urls })).toBe('script-src https://chat.example.com;\nframe-src https://chat.example.com;');
});

it('names the frame, whatever the channel is called', () => {
  expect(frameOf({ urls, name: 'Ask "us" & <them>' })).toContain('title="Ask &quot;us&quot; &amp; &lt;them&gt;"');
});

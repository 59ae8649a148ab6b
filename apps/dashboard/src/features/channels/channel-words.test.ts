import { expect, it } from 'vitest';
import { fillStep, splitStep, stateOfKind, urlsOf } from './channel-words.ts';

const channel = {
  _id: 'channel_1',
  urls: { page: 'https://chat.example.com/chat/channel_1', script: 'https://chat.example.com/widget.js' },
};

it('a kind is as its worst channel is, and on if any is', () => {
  expect(stateOfKind([])).toBe('none');
  expect(stateOfKind([{ status: 'inactive' }])).toBe('inactive');
  expect(stateOfKind([{ status: 'inactive' }, { status: 'active' }])).toBe('active');
  expect(stateOfKind([{ status: 'active' }, { status: 'error' }])).toBe('error');
});

it('fills a step with the addresses of the channel, and leaves what it has none for', () => {
  expect(fillStep('Share {page} of {channel}, not {inbound}.', channel)).toBe(
    'Share https://chat.example.com/chat/channel_1 of channel_1, not {inbound}.',
  );
});

it('splits what is to be copied from a step', () => {
  expect(splitStep('Share this link: {page}', channel)).toEqual({
    words: 'Share this link:',
    copy: 'https://chat.example.com/chat/channel_1',
  });
  expect(splitStep('Add this line: <script async src="{script}" data-channel="{channel}"></script>', channel)).toEqual({
    words: 'Add this line:',
    copy: '<script async src="https://chat.example.com/widget.js" data-channel="channel_1"></script>',
  });
  expect(splitStep('Send it to {page}, signed.', channel)).toEqual({
    words: 'Send it to https://chat.example.com/chat/channel_1, signed.',
  });
  expect(splitStep('Note: keep the secret.', channel)).toEqual({ words: 'Note: keep the secret.' });
});

it('names the addresses in the order of the kind', () => {
  expect(urlsOf(channel.urls, ['script', 'page', 'inbound']).map(({ label }) => label)).toEqual([
    'Widget script',
    'Chat page',
  ]);
});

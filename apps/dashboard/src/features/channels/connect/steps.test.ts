// @module-tag pure

import { describe, expect, it } from 'vitest';
import { asksForToken, fillStep, isInWords, readStep } from './steps.ts';

const channel = {
  _id: 'channel_1',
  urls: {
    page: 'https://chat.example.com/chat/channel_1',
    script: 'https://chat.example.com/widget.js',
    inbound: 'https://chat.example.com/api/channels/channel_1/inbound',
  },
};
const words = (text: string) => ({ kind: 'words', text });
const code = (text: string) => ({ kind: 'code', text });
const link = (text: string) => ({ kind: 'link', text });

describe('a step', () => {
  it('is filled with the addresses of the channel, and what it has none for stays', () => {
    const { inbound: _, ...urls } = channel.urls;
    expect(fillStep('Share {page} of {channel}, not {inbound}.', { ...channel, urls })).toBe(
      'Share https://chat.example.com/chat/channel_1 of channel_1, not {inbound}.',
    );
  });

  it.each([
    ['Share this link: {page}', 'Share this link:', channel.urls.page],
    [
      'Add this line: <script async src="{script}" data-channel="{channel}"></script>',
      'Add this line:',
      '<script async src="https://chat.example.com/widget.js" data-channel="channel_1"></script>',
    ],
    ['Under fields, subscribe to: messages', 'Under fields, subscribe to:', 'messages'],
    ['For teams: type this: /ask Where is it?', 'For teams: type this:', '/ask Where is it?'],
    ['Run this:\nnpm ci\nnpm start', 'Run this:', 'npm ci\nnpm start'],
  ])('%j has what is pasted by itself', (step, sentence, copy) => {
    expect(readStep(step, channel)).toEqual({ parts: [words(sentence)], copy, isLater: false });
  });

  it('shows a manifest on several lines, with the address in it', () => {
    const { copy } = readStep('Paste this as JSON: {"settings":{"request_url":"{inbound}","a":[]}}', channel);
    expect(JSON.parse(copy ?? '')).toEqual({ settings: { request_url: channel.urls.inbound, a: [] } });
    expect(copy?.split('\n').length).toBeGreaterThan(3);
  });

  it.each(['Note: keep the secret.', 'For groups: add the bot as a member.', 'Ask yourself: why?', 'So: do, or not.'])(
    '%j is words only',
    (step) => {
      expect(readStep(step, channel)).toEqual({ parts: [words(step)], copy: undefined, isLater: false });
    },
  );

  it('links addresses, and marks what is pasted within a sentence', () => {
    expect(readStep('Open https://t.me/BotFather, and send /newbot.', channel).parts).toEqual([
      words('Open '),
      link('https://t.me/BotFather'),
      words(', and send '),
      code('/newbot'),
      words('.'),
    ]);
    expect(readStep('Add applications.commands, `bot` and guild_messages.', channel).parts).toEqual([
      words('Add '),
      code('applications.commands'),
      words(', '),
      code('bot'),
      words(' and '),
      code('guild_messages'),
      words('.'),
    ]);
    expect(readStep('Of support@example.com, enter smtp.gmail.com, at: https://example.com/a', channel).parts).toEqual([
      words('Of support@example.com, enter '),
      code('smtp.gmail.com'),
      words(', at: '),
      link('https://example.com/a'),
    ]);
    expect(readStep('Send it to {inbound}, signed, e.g. and/or later.', channel).parts).toEqual([
      words('Send it to '),
      code(channel.urls.inbound),
      words(', signed, e.g. and/or later.'),
    ]);
  });

  it('says before there is a channel where its address will be, and has nothing to paste that needs it', () => {
    expect(readStep('Enter this address: {inbound}', undefined)).toEqual({
      parts: [words('Enter this address:')],
      copy: undefined,
      isLater: true,
    });
    expect(
      readStep('Send to {inbound}.', undefined)
        .parts.map(({ text }) => text)
        .join(''),
    ).toBe('Send to the channel’s address.');
    expect(readStep('Paste this: {"a":"b"}', undefined).copy).toBe('{\n  "a": "b"\n}');
  });
});

it('knows what the steps ask for', () => {
  expect(isInWords(['Send it to {inbound}, signed.'], 'inbound')).toBe(true);
  expect(isInWords(['Enter this: {inbound}'], 'inbound')).toBe(false);
  expect(asksForToken(['Enter the verification token that was shown once.'])).toBe(true);
  expect(asksForToken(['Enter the bot token.'])).toBe(false);
});

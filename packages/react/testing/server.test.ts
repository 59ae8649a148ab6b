// @module-tag pure

import { ParleyChat, ParleyInline, useParley } from '@parley/react';
import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

const chat = { channel: 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm', host: 'https://chat.example.com' };

function Badge() {
  const { isReady, isOpen, unread } = useParley();
  return createElement('b', {}, `${isReady} ${isOpen} ${unread}`);
}

it('renders on a server without a window: nothing for a launcher, an empty element for an inline chat', () => {
  expect(typeof window).toBe('undefined');
  const inline = createElement(ParleyInline, { ...chat, className: 'help', style: { height: 400 } });
  expect(
    renderToString(createElement(Fragment, {}, createElement(ParleyChat, chat), inline, createElement(Badge))),
  ).toBe('<div class="help" style="height:400px"></div><b>false false 0</b>');
});

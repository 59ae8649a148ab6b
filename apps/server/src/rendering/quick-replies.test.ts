// @module-tag pure

import { describe, expect, test } from 'vitest';
import type { OutboundMessage } from '../platforms/messenger.ts';
import { telegram } from '../platforms/telegram/telegram.ts';
import { interactive } from '../platforms/whatsapp/buttons.ts';
import { whatsapp } from '../platforms/whatsapp/whatsapp.ts';
import { renderDiscord } from './formats/discord.ts';
import { renderMail } from './formats/mail.ts';
import { renderSlack } from './formats/slack.ts';
import { renderTelegram } from './formats/telegram.ts';
import { renderWhatsapp } from './formats/whatsapp.ts';

const reply = (...replies: string[]) => `Which **one**?\n\n\`\`\`quick-replies\n${replies.join('\n')}\n\`\`\``;
const message = (text: string, to: Partial<OutboundMessage> = {}): OutboundMessage => ({
  ...{ id: 'msg_1', channel: 'channel_1', conversation: 'conv_1', user: '4711', thread: null, role: 'assistant' },
  ...{ context: null, lastEventAt: null },
  ...to,
  text,
});

describe('quick replies of a message', () => {
  test.each([
    ['Discord', renderDiscord],
    ['mail', renderMail],
    ['Slack', renderSlack],
    ['Telegram', renderTelegram],
    ['WhatsApp', renderWhatsapp],
  ])('are a list in %s without buttons', (_name, render) => {
    const [part] = render(reply('Kettle', '- Toaster'));
    expect(part?.plain).toMatch(/^Which one\?\n\n\S Kettle\n\S Toaster$/);
    expect(part?.text).not.toContain('quick-replies');
  });

  test('are a keyboard below a private message in Telegram, and a list in a group', () => {
    const parts = (to: Partial<OutboundMessage>) => telegram.messenger?.render(message(reply('Yes', 'No'), to), {});
    expect(parts({})).toEqual([{ text: 'Which <b>one</b>?', plain: 'Which one?', replies: ['Yes', 'No'] }]);
    expect(parts({ user: null, thread: '-100' })?.[0]?.plain).toContain('• Yes');
    const long = `${'word '.repeat(2_000)}\n\n${reply('Yes')}`;
    const several = telegram.messenger?.render(message(long), {}) ?? [];
    expect(several.map(({ replies }) => replies)).toEqual([...Array(several.length - 1).fill(undefined), ['Yes']]);
  });

  test('are buttons in WhatsApp, the rows of a list, or text if they are too many or too long', () => {
    const parts = (...replies: string[]) => whatsapp.messenger?.render(message(reply(...replies)), {}) ?? [];
    const ten = Array.from({ length: 10 }, (_, index) => `Choice number ${index}`);
    for (const replies of [['Yes', 'No'], ten]) expect(parts(...replies)[0]?.replies).toEqual(replies);
    expect(parts('x'.repeat(25))[0]).toMatchObject({ plain: `Which one?\n\n- ${'x'.repeat(25)}` });
    expect(interactive('Well?', ['Yes', 'No'])).toEqual({
      type: 'button',
      body: { text: 'Well?' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'reply-0', title: 'Yes' } },
          { type: 'reply', reply: { id: 'reply-1', title: 'No' } },
        ],
      },
    });
    expect(interactive('Well?', ten)).toMatchObject({ type: 'list', action: { sections: [{ rows: { length: 10 } }] } });
  });

  test('stay in the text if there is no other', () => {
    const only = '```quick-replies\nYes\nNo\n```';
    expect(telegram.messenger?.render(message(only), {})).toEqual([{ text: '• Yes\n• No', plain: '• Yes\n• No' }]);
  });
});

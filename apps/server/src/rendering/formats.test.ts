// @module-tag pure

import { describe, expect, test } from 'vitest';
import { platforms } from '../../testing/platform-formats/platforms.ts';
import { renderDiscord } from './formats/discord.ts';
import { renderMail } from './formats/mail.ts';
import { renderSlack } from './formats/slack.ts';
import { renderTelegram } from './formats/telegram.ts';
import { renderWhatsapp } from './formats/whatsapp.ts';

const renderers = {
  Telegram: renderTelegram,
  Slack: renderSlack,
  Discord: renderDiscord,
  WhatsApp: renderWhatsapp,
  mail: renderMail,
};
type Name = keyof typeof renderers;

const textOf = (name: Name, markdown: string) =>
  renderers[name](markdown)
    .map(({ text }) => text)
    .join('\n---\n');
const plainOf = (name: Name, markdown: string) =>
  renderers[name](markdown)
    .map(({ plain }) => plain)
    .join('\n---\n');
const seenOn = (name: Name, markdown: string) =>
  platforms.find((platform) => platform.name === name)?.parse(textOf(name, markdown));

/** Markdown, and what each platform gets. */
const compiled: readonly (readonly [what: string, markdown: string, expected: Readonly<Record<Name, string>>])[] = [
  [
    'formats',
    'A **bold _and italic_** text, ~~struck~~, `co<de`.',
    {
      Telegram: 'A <b>bold <i>and italic</i></b> text, <s>struck</s>, <code>co&lt;de</code>.',
      Slack: 'A *bold _and italic_* text, ~struck~, `co&lt;de`.',
      Discord: 'A **bold _and italic_** text, ~~struck~~, `co<de`.',
      WhatsApp: 'A *bold _and italic_* text, ~struck~, `co<de`.',
      mail: '<p>A <strong>bold <em>and italic</em></strong> text, <s>struck</s>, <code>co&lt;de</code>.</p>',
    },
  ],
  [
    'formats within words',
    'un*frigging*believable',
    {
      Telegram: 'un<i>frigging</i>believable',
      Slack: 'un\u200b_frigging_\u200bbelievable',
      Discord: 'un_frigging_\u200bbelievable',
      WhatsApp: 'un\u200b_frigging_\u200bbelievable',
      mail: '<p>un<em>frigging</em>believable</p>',
    },
  ],
  [
    'links',
    '[the **docs**](https://example.com/a_(b)?c=1&d=2) and <https://example.com/x_y>',
    {
      Telegram:
        '<a href="https://example.com/a_%28b%29?c=1&amp;d=2">the <b>docs</b></a> and <a href="https://example.com/x_y">https://example.com/x_y</a>',
      Slack: '<https://example.com/a_%28b%29?c=1&amp;d=2|the docs> and <https://example.com/x_y>',
      Discord: '[the docs](https://example.com/a_%28b%29?c=1&d=2) and <https://example.com/x_y>',
      WhatsApp: 'the *docs* (https://example.com/a_%28b%29?c=1&d=2) and https://example.com/x_y',
      mail: '<p><a href="https://example.com/a_%28b%29?c=1&amp;d=2">the <strong>docs</strong></a> and <a href="https://example.com/x_y">https://example.com/x_y</a></p>',
    },
  ],
  [
    'addresses of mail',
    '[us](mailto:us@example.com), them@example.com',
    {
      Telegram: 'us (mailto:us@example.com), them@example.com',
      Slack: '<mailto:us@example.com|us>, <mailto:them@example.com|them@example.com>',
      Discord: 'us (mailto:us@example.com), them@example.com',
      WhatsApp: 'us (mailto:us@example.com), them@example.com',
      mail: '<p><a href="mailto:us@example.com">us</a>, <a href="mailto:them@example.com">them@example.com</a></p>',
    },
  ],
  [
    'headings, rules and images',
    '# One\n\ntext\n\n#### Four\n\n---\n\n![chart](https://example.com/c.png)',
    {
      Telegram: '<b>One</b>\ntext\n\n<b>Four</b>\n──────────\n\n<a href="https://example.com/c.png">chart</a>',
      Slack: '*One*\ntext\n\n*Four*\n──────────\n\n<https://example.com/c.png|chart>',
      Discord: '# One\ntext\n\n### Four\n──────────\n\n[chart](https://example.com/c.png)',
      WhatsApp: '*One*\ntext\n\n*Four*\n──────────\n\nchart (https://example.com/c.png)',
      mail: '<h1>One</h1>\n<p>text</p>\n<h4>Four</h4>\n<hr>\n<p><a href="https://example.com/c.png">chart</a></p>',
    },
  ],
  [
    'lists',
    '- one\n  1. inner\n- [x] done\n- [ ] open',
    {
      Telegram: '• one\n  1. inner\n☑ done\n☐ open',
      Slack: '• one\n  1. inner\n☑ done\n☐ open',
      Discord: '- one\n  1. inner\n- ☑ done\n- ☐ open',
      WhatsApp: '- one\n  1. inner\n- ☑ done\n- ☐ open',
      mail: '<ul>\n<li>one\n<ol>\n<li>inner</li>\n</ol></li>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>',
    },
  ],
  [
    'quotes',
    '> one\n>\n> two\n\n> other',
    {
      Telegram: '<blockquote>one\n\ntwo</blockquote>\n<blockquote>other</blockquote>',
      Slack: '> one\n> \n> two\n\n> other',
      Discord: '> one\n> \n> two\n\n> other',
      WhatsApp: '> one\n> \n> two\n\n> other',
      mail: '<blockquote><p>one</p>\n<p>two</p></blockquote>\n<blockquote><p>other</p></blockquote>',
    },
  ],
  [
    'blocks of code',
    '~~~ts title="x"\na < b && `c`;\n```\n~~~',
    {
      Telegram: '<pre><code class="language-ts">a &lt; b &amp;&amp; `c`;\n```</code></pre>',
      Slack: '```\na &lt; b &amp;&amp; `c`;\n`\u200b``\u200b\n```',
      Discord: '```ts\na < b && `c`;\n`\u200b``\u200b\n```',
      WhatsApp: '```a < b && `c`;\n`\u200b``\u200b```',
      mail: '<pre><code>a &lt; b &amp;&amp; `c`;\n```</code></pre>',
    },
  ],
  [
    'tables',
    '| Name | Größe |\n|---|---|\n| **東京** | 1 |',
    {
      Telegram: '<pre>Name │ Größe\n─────┼──────\n東京 │ 1</pre>',
      Slack: '```\nName │ Größe\n─────┼──────\n東京 │ 1\n```',
      Discord: '```\nName │ Größe\n─────┼──────\n東京 │ 1\n```',
      WhatsApp: '```Name │ Größe\n─────┼──────\n東京 │ 1```',
      mail: '<table border="1" cellpadding="4" cellspacing="0">\n<tr><th>Name</th><th>Größe</th></tr>\n<tr><td><strong>東京</strong></td><td>1</td></tr>\n</table>',
    },
  ],
  [
    'tables with links, or too wide',
    '| Name | Link |\n|---|---|\n| A | [a](https://example.com) |',
    {
      Telegram: '<b>Name</b> | <b>Link</b>\nA | <a href="https://example.com/">a</a>',
      Slack: '*Name* | *Link*\nA | <https://example.com/|a>',
      Discord: '**Name** \\| **Link**\nA \\| [a](https://example.com/)',
      WhatsApp: '*Name* | *Link*\nA | a (https://example.com/)',
      mail: '<table border="1" cellpadding="4" cellspacing="0">\n<tr><th>Name</th><th>Link</th></tr>\n<tr><td>A</td><td><a href="https://example.com/">a</a></td></tr>\n</table>',
    },
  ],
  [
    'signs that would be formats',
    'a \\*b\\* \\_c\\_ \\~d\\~ 2 * 3 * 4 snake_case_name',
    {
      Telegram: 'a *b* _c_ ~d~ 2 * 3 * 4 snake_case_name',
      Slack: 'a ∗b∗ ˍcˍ ∼d∼ 2 * 3 * 4 snake_case_name',
      Discord: 'a \\*b\\* \\_c\\_ \\~d\\~ 2 \\* 3 \\* 4 snake\\_case\\_name',
      WhatsApp: 'a ∗b∗ ˍcˍ ∼d∼ 2 * 3 * 4 snake_case_name',
      mail: '<p>a *b* _c_ ~d~ 2 * 3 * 4 snake_case_name</p>',
    },
  ],
  [
    'HTML, which is text apart from line breaks',
    '<b onclick="x()">a</b><br>&copy; <script>b</script>',
    {
      Telegram: '&lt;b onclick=&quot;x()&quot;&gt;a&lt;/b&gt;\n© &lt;script&gt;b&lt;/script&gt;',
      Slack: '&lt;b onclick="x()"&gt;a&lt;/b&gt;\n© &lt;script&gt;b&lt;/script&gt;',
      Discord: '\\<b onclick="x()">a\\</b>\n© \\<script>b\\</script>',
      WhatsApp: '<b onclick="x()">a</b>\n© <script>b</script>',
      mail: '<p>&lt;b onclick=&quot;x()&quot;&gt;a&lt;/b&gt;<br>\n© &lt;script&gt;b&lt;/script&gt;</p>',
    },
  ],
];

describe.each(Object.keys(renderers) as Name[])('for %s', (name) => {
  test.each(compiled)('%s are compiled', (_what, markdown, expected) => {
    expect(textOf(name, markdown)).toBe(expected[name]);
  });

  test('citations stay as they are', () => {
    expect(plainOf(name, 'It is so [1][2], and [3].')).toBe('It is so [1][2], and [3].');
    expect(seenOn(name, 'It is so [1][2], and [3].')?.text.trim()).toBe('It is so [1][2], and [3].');
  });

  test.each([
    ['[a](javascript:alert(1))', 'a (javascript:alert(1))'],
    ['[a](/settings)', 'a (/settings)'],
    ['[a](#part)', 'a'],
    ['[a](data:text/html,x)', 'a'],
    ['![a](pictures/a.png)', 'a'],
    ['[a](vbscript:x "t") <ftp://example.com/x>', 'a (vbscript:x) ftp://example.com/x'],
    ['[a](https://)', 'a (https://)'],
  ])('%s is no link', (markdown, expected) => {
    expect(plainOf(name, markdown)).toBe(expected);
    expect(seenOn(name, markdown)?.formats.filter(({ kind }) => kind === 'link')).toEqual([]);
  });

  test('plain text names the target of each link', () => {
    expect(plainOf(name, '[a **b**](https://example.com/c), https://example.com/d')).toBe(
      'a b (https://example.com/c), https://example.com/d',
    );
  });

  test('an address that is too long to be repeated is shown', () => {
    const address = `https://example.com/${'x'.repeat(1_200)}`;
    expect(plainOf(name, `[a](${address})`)).toBe(`a (${address})`);
    expect(seenOn(name, `[a](${address})`)?.text).toContain('a');
  });
});

describe('a text of a model', () => {
  test('pings no one on Slack', () => {
    const markdown =
      '<!channel> <@U012AB3CD> &lt;!here&gt; [x](<!everyone>) `<@U1>` <!subteam^S1>\n\n```\n<!channel>\n```';
    expect(textOf('Slack', markdown)).not.toMatch(/<[!@#]/);
    const cut = `https://example.com/${'x'.repeat(3_970)}!channel`;
    expect(textOf('Slack', `<${cut}>`)).not.toMatch(/<[!@#]/);
  });

  test('pings no one on Discord', () => {
    const markdown = '@everyone @here <@123> <@!123> <@&123> [@everyone](https://example.com) a@everyone';
    expect(textOf('Discord', markdown)).not.toMatch(/@(?:everyone|here|[!&]?\d)/);
  });

  test('has an escape or a sign of the same shape for each that could be a format, on Discord and Slack', () => {
    expect(seenOn('Discord', '\\# a\n\\- b\n1\\. c\n\\> d ||e|| \\~~f~~ :// :x: \\`g\\`')?.formats).toEqual([]);
    expect(seenOn('Slack', '\\*a\\* **b \\* c** \\_d\\_ \\`e\\` *\\_f*')?.formats).toEqual([
      { kind: 'bold', text: 'b * c' },
      { kind: 'italic', text: 'ˍf' },
    ]);
  });

  test('has no formats on Telegram that Telegram would drop for their number', () => {
    const markdown = Array.from({ length: 120 }, (_, index) => `[a${index}](https://example.com/${index})`).join(' ');
    const [part] = renderTelegram(markdown);
    expect(part?.text).toContain('a119 (https://example.com/119)');
    expect(part?.text).not.toContain('<a');
  });
});

import type { CorpusMail } from './write-corpus-mail.ts';

const shop = 'Shop <support@shop.test>';
const old = '> Which colour?\n> Blue or green';
const answer = { subject: 'Re: Lamp', headers: ['In-Reply-To: <x@shop.test>'] } as const;
const plain = (name: string, text: string, reads = 'Blue, please.'): CorpusMail => ({ ...answer, name, text, reads });
const html = (name: string, text: string, reads = 'Blue, please.'): CorpusMail => ({
  ...{ ...answer, name, text, reads },
  type: 'text/html; charset=utf-8',
});

/** Answers of programs that write in a form of their own. */
export const programReplies: readonly CorpusMail[] = [
  plain('Yandex', `Blue, please.\n\n26.06.2014, 14:41, "A L" <support@shop.test>:\n${old}`),
  plain('Yandex without marks', 'Blue, please.\n\n26.06.2014, 14:41, "A L" <support@shop.test>:\n\nWhich colour?'),
  html(
    'Yandex, HTML',
    '<div>Blue, please.</div><div> </div><div>26.06.2014, 14:41, "A L" &lt;support@shop.test&gt;:</div><blockquote><p>Which colour?</p></blockquote>',
  ),
  plain('mail.ru', `Blue, please.\n\nПонедельник, 26 июня 2014, 14:41 +04:00 от A L <support@shop.test>:\n${old}`),
  html(
    'mail.ru, HTML',
    '<p>Blue, please.</p><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">Понедельник, 26 июня 2014, 14:41 +04:00 от A L &lt;support@shop.test&gt;:<br><div>Which colour?</div></blockquote>',
  ),
  plain(
    'Android, in two lines',
    `Blue, please.\n\nпн, 3 февр. 2025 г. в 10:00, Shop <support@shop.test>\nпишет:\n\n${old}`,
  ),
  plain(
    'Android, in two lines without a gap',
    `Blue, please.\n3 февр. 2025 г. 10:00:00 Shop <support@shop.test>\nпишет:\n${old}`,
  ),
  plain('Thunderbird in Russian', `03.02.2025 10:00, Shop пишет:\n${old}\n\nBlue, please.`),
  plain('Thunderbird, below', `On 2/3/25 10:00, Shop wrote:\n${old}\n\nBlue, please.\n\n-- \nAda\nExample Ltd.`),
  { ...plain('Thunderbird, flowed, below', '> Hi \nBlue, please.'), type: 'text/plain; charset=utf-8; format=flowed' },
  {
    ...plain('Thunderbird, flowed', `Blue, \nplease.\n\nOn 2/3/25 10:00, Shop wrote:\n> Which \n> colour?\n\n-- \nAda`),
    type: 'text/plain; charset=utf-8; format=flowed; delsp=no',
  },
  html(
    'Apple Mail',
    '<html><body>Blue, please.<br><div><br><blockquote type="cite"><div>On 3 Feb 2025, at 10:00, Shop &lt;support@shop.test&gt; wrote:</div><br><div>Which colour?</div></blockquote></div></body></html>',
  ),
  plain('Apple Mail, plain', `Blue, please.\n\n> On 3 Feb 2025, at 10:00, ${shop} wrote:\n> \n${old}`),
  html(
    'Yahoo',
    '<div>Blue, please.</div><div class="yahoo_quoted" id="yahoo_quoted_1"><div><div>On Monday, Shop wrote:</div><div><p>Which colour?</p><blockquote>Older</blockquote>More</div></div></div>',
  ),
  plain(
    'Yahoo on a telephone',
    `Blue, please.\n\nSent from Yahoo Mail for iPhone\n\nOn Monday, February 3, 2025, 10:00 AM, ${shop} wrote:\n\nWhich colour?`,
  ),
  html(
    'Proton',
    '<div>Blue, please.</div><div class="protonmail_signature_block"><div>Sent with Proton Mail</div></div><div class="protonmail_quote">On Monday, February 3rd, 2025 at 10:00, Shop &lt;support@shop.test&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Which colour?</blockquote></div>',
  ),
  plain(
    'Proton, plain',
    `Blue, please.\n\nSent with Proton Mail secure email.\n\nOn Monday, February 3rd, 2025 at 10:00, ${shop} wrote:\n\n${old}`,
  ),
  html(
    'Zoho',
    '<div>Blue, please.</div><div class="zmail_extra"><div>---- On Mon, 03 Feb 2025 10:00:00 +0100 <b>Shop</b> wrote ---</div><blockquote id="blockquote_zmail">Which colour?</blockquote></div>',
  ),
  plain(
    'Zoho, plain',
    'Blue, please.\n\n---- On Mon, 03 Feb 2025 10:00:00 +0100 Shop <support@shop.test> wrote ----\n\nWhich colour?',
  ),
  plain(
    'QQ',
    'Blue, please.\n\n------------------ 原始邮件 ------------------\n发件人: "Shop" <support@shop.test>;\n发送时间: 2025年2月3日(星期一) 上午10:00\n收件人: "Ada"<ada@customer.test>;\n主题: Lamp\n\nWhich colour?',
  ),
  plain('163', 'Blue, please.\n\n\n\n\n在 2025-02-03 10:00:00，"Shop" <support@shop.test> 写道：\n\nWhich colour?'),
  plain('163 in English', `Blue, please.\n\nAt 2025-02-03 10:00:00, "Shop" <support@shop.test> wrote:\n${old}`),
  plain(
    'Naver',
    'Blue, please.\n\n-----Original Message-----\nFrom: "Shop"<support@shop.test>\nTo: "Ada"<ada@customer.test>;\nCc:\nSent: 2025-02-03 (월) 10:00:00 (GMT+09:00)\nSubject: Lamp\n\nWhich colour?',
  ),
  plain(
    'Samsung',
    'Blue, please.\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Shop <support@shop.test>\nDate: 03/02/2025 10:00 (GMT+01:00)\nTo: ada@customer.test\nSubject: Lamp\n\nWhich colour?',
  ),
  plain(
    'GMX',
    'Blue, please.\n\nGesendet: Montag, 03. Februar 2025 um 10:00 Uhr\nVon: "Shop" <support@shop.test>\nAn: ada@customer.test\nBetreff: Lamp\n\nWhich colour?',
  ),
  html(
    'web.de',
    '<div>Blue, please.</div><div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5"><div><b>Gesendet:</b> Montag</div><div><b>Von:</b> Shop</div><div>Which colour?</div></div>',
  ),
  plain(
    'Lotus Notes',
    'Blue, please.\n\n-----Shop/Example wrote: -----\nTo: ada@customer.test\nFrom: Shop/Example\nDate: 02/03/2025 10:00AM\nSubject: Lamp\n\nWhich colour?',
  ),
  plain(
    'Lotus Notes, newer',
    'Blue, please.\n\nShop <support@shop.test> wrote on 02/03/2025 10:00:00 AM:\n\n> From: Shop\n> To: Ada\n> Which colour?',
  ),
  html(
    'Outlook 2003',
    '<div>Blue, please.</div><div class="OutlookMessageHeader" dir="ltr"><hr><b>From:</b> Shop<br><b>Sent:</b> Monday</div><div>Which colour?</div>',
  ),
  plain(
    'Outlook, quoting with marks',
    '-----Original Message-----\nFrom: Shop <support@shop.test>\nSent: Monday\n\n> Which colour?\n\nBlue, please.',
  ),
  plain('mutt', `Shop wrote:\n${old}\n\nBlue, please.`),
  plain('a quote and nothing else', old, old),
  plain(
    'a quote below a signature',
    `Blue, please.\n-- \nAda\n\nOn Mon, Feb 3, 2025 at 10:00 AM, ${shop} wrote:\n${old}`,
  ),
  plain(
    'a sentence that resembles an introduction',
    'On Monday my son wrote:\n\nBlue, please.',
    'On Monday my son wrote:\n\nBlue, please.',
  ),
  plain(
    'a table that resembles a header',
    'From: Berlin\nTo: Lisbon\nDate: Friday\n\nBlue, please.',
    'From: Berlin\nTo: Lisbon\nDate: Friday\n\nBlue, please.',
  ),
  plain('lines of dashes', 'Blue\n--\nor green\n--\nplease', 'Blue\n--\nor green\n--\nplease'),
  plain('a signature with a no-break space', 'Blue, please.\n--\u00a0\nAda'),
];

const forwarded =
  '---------- Forwarded message ---------\nFrom: Bea <bea@other.test>\nDate: Mon, 3 Feb 2025\nSubject: Lamp\nTo: Ada\n\nThe lamp is broken.';
const first = (name: string, text: string, more: Partial<CorpusMail> = {}): CorpusMail => ({
  ...{ name, text, reads: text },
  ...more,
});

/** Mails in which nothing is repeated that was read before. */
export const firstMails: readonly CorpusMail[] = [
  first('a table', 'Please quote:\n\nItem A\n--\nItem B, ten pieces\n\nDelivery to Lisbon by Friday?'),
  first('a list', 'I need:\n\n--\ntwo lamps\n--\none table'),
  first('an error with marks', 'I see this:\n\n> error 7\n> at line 2\n\nWhy?'),
  first(
    'words of another person',
    'On Mon, Feb 3, 2025 at 10:00 AM Bea <bea@other.test> wrote:\n> It is broken.\n\nIs that so?',
  ),
  first('a header', 'Our log:\n\nFrom: a@b.test\nSent: Monday\nTo: c@d.test\nSubject: x\n\nWhat is it?'),
  first('a signature', 'Is it blue?\n\n-- \nAda\nExample Ltd.', { reads: 'Is it blue?' }),
  first('a telephone', 'Is it blue?\n\nSent from my iPhone'),
  first('a quote in HTML', '<p>See:</p><blockquote>error 7</blockquote><p>Why?</p>', {
    ...{ type: 'text/html', reads: 'See:\n\n> error 7\n\nWhy?' },
  }),
  first('a forwarded mail without Fwd', `Please help.\n-- \nAda\n\n${forwarded}`, {
    reads: `Please help.\n\n${forwarded}`,
  }),
  first('a forwarded mail', `Please help.\n\n${forwarded}`, { subject: 'Fwd: Lamp' }),
  first('a forwarded mail with references', `Please help.\n\n${forwarded}`, {
    ...{ subject: 'FW: Lamp', headers: ['References: <b@other.test>'] },
  }),
  first(
    'a mail that Outlook has forwarded',
    'Please help.\n\nVon: Bea <bea@other.test>\nGesendet: Montag, 3. Februar 2025\nAn: Ada\nBetreff: Lampe\n\nSie ist defekt.',
    {
      subject: 'WG: Lampe',
      reads:
        'Please help.\n\n[Forwarded mail]\nVon: Bea <bea@other.test>\nGesendet: Montag, 3. Februar 2025\nAn: Ada\nBetreff: Lampe\n\nSie ist defekt.',
    },
  ),
  first(
    'a reply to another person, with a copy to us',
    'Support can help.\n\nOn Mon, Feb 3, 2025 at 10:00 AM Bea <bea@other.test> wrote:\n> The lamp is broken.',
    {
      ...{ subject: 'Re: Lamp', to: 'Bea <bea@other.test>' },
      headers: ['Cc: Shop <support@shop.test>', 'In-Reply-To: <b@other.test>'],
    },
  ),
];

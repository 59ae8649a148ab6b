/** A mail of the corpus, and its right value. */
export interface CorpusMail {
  readonly name: string;
  /** The text that must be read, without the subject; null if the mail must not be answered. */
  readonly reads: string | null;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly headers?: readonly string[];
  readonly type?: string;
  /** The body; text is written in UTF-8. */
  readonly text?: string | Uint8Array;
}

/** Writes a mail of the corpus. A header in Latin-1 signs stands for its bytes. */
export function writeCorpusMail(mail: CorpusMail): Buffer {
  const { subject = 'Lamp', from = 'Ada <ada@customer.test>', to = 'support@shop.test', headers = [] } = mail;
  const { type = 'text/plain; charset=utf-8', text = '' } = mail;
  const lines = [
    ...[`From: ${from}`, `To: ${to}`, 'Date: Mon, 3 Feb 2025 11:00:00 +0000', 'Message-ID: <corpus@customer.test>'],
    ...(type === '' ? [] : ['MIME-Version: 1.0', `Content-Type: ${type}`]),
    ...headers,
  ];
  // Bytes beyond ASCII are given as Latin-1, one sign each; other texts are UTF-8.
  const bytes = [...subject].every((sign) => sign <= '\u00ff') ? Buffer.from(subject, 'latin1') : Buffer.from(subject);
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\nSubject: `),
    ...[bytes, Buffer.from('\r\n\r\n'), Buffer.from(text)],
  ]);
}

import { type Attachment, type AttachmentKind, attachmentOf, bounded, kindOfFile } from '../content/attachment.ts';
import { formText, listed, placeText } from '../content/details.ts';
import type { InboundMessage } from '../inbound-message.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The content of a message. */
type Content = Pick<InboundMessage, 'text' | 'attachments' | 'quote' | 'quotes' | 'forwardedFrom' | 'unreadable'>;

const readsText = 'I can only read text. Please write what you need.';

/** Answer to a message with nothing that can be read, by its type. */
const unreadable: Readonly<Record<string, string>> = {
  audio: 'I can’t listen to voice messages. Please write what you need.',
  image: 'I can’t see pictures. Please write what you need.',
  video: 'I can’t watch videos. Please write what you need.',
  document: 'I can’t open files. Please write what you need.',
};

const hidden: readonly string[] = ['flow_token'];

/** The fields of a form that was sent (WhatsApp Flows): JSON. Its token is for programs. */
function flowText(json: unknown): string {
  try {
    const fields = Object.entries(fieldsOf(typeof json === 'string' ? JSON.parse(json) : json));
    return formText(Object.fromEntries(fields.filter(([name]) => !hidden.includes(name))));
  } catch {
    return stringOf(json);
  }
}

/** A chosen button or entry of a list, as text, or a form. Of another type the title and the words that it has. */
function interactiveOf(part: Fields): Content {
  const chosen = fieldsOf(part[stringOf(part['type'])]);
  if (part['type'] === 'nfm_reply') {
    const name = stringOf(chosen['name']);
    const text = flowText(chosen['response_json']);
    return { text: '', attachments: [attachmentOf('form', { name: name === 'flow' ? '' : name, text })] };
  }
  return { text: stringOf(chosen['title']) || stringOf(chosen['body']) };
}

/** The products of an order, such as `2 × SKU-1 at 9.90 EUR`. */
function orderText({ product_items: items, text }: Fields): string {
  const lines = listOf(items).map((item) => {
    const { product_retailer_id: product, quantity, item_price: price, currency } = item;
    const cost = ['number', 'string'].includes(typeof price) ? ` at ${price} ${stringOf(currency)}`.trimEnd() : '';
    return `${typeof quantity === 'number' || typeof quantity === 'string' ? quantity : '?'} × ${stringOf(product)}${cost}`;
  });
  return listed([listed(lines, '; '), stringOf(text)], '; ');
}

function contactOf(contact: Fields): Attachment {
  const { name, phones, emails, org } = contact;
  const { formatted_name: whole, first_name: first, last_name: last } = fieldsOf(name);
  const numbers = listOf(phones).map(({ phone, wa_id: id }) => stringOf(phone) || stringOf(id));
  const addresses = listOf(emails).map(({ email }) => stringOf(email));
  const text = listed([stringOf(fieldsOf(org)['company']), ...numbers, ...addresses], ', ');
  return attachmentOf('contact', { name: stringOf(whole) || listed([stringOf(first), stringOf(last)], ' '), text });
}

function fileOf(type: string, part: Fields): Attachment {
  const { filename: name, mime_type: mimeType, file_size: size, id: remoteId } = part;
  const kinds: Readonly<Record<string, AttachmentKind>> = {
    ...{ image: 'image', video: 'video', sticker: 'sticker', audio: part['voice'] === true ? 'voice' : 'audio' },
  };
  return attachmentOf(kinds[type] ?? kindOfFile(mimeType), { name, mimeType, size, remoteId });
}

const files: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

/** The content of a message, by its type. */
function ofType(type: string, part: Fields, message: Fields): Content {
  if (type === 'text') return { text: stringOf(part['body']) };
  if (type === 'button') return { text: stringOf(part['text']) };
  if (type === 'interactive') return interactiveOf(part);
  if (type === 'location') return { text: '', attachments: [locationOf(part)] };
  if (type === 'contacts') return { text: '', attachments: bounded(listOf(message['contacts']).map(contactOf)) };
  if (type === 'order') return { text: '', attachments: [attachmentOf('order', { text: orderText(part) })] };
  if (files.includes(type)) return { text: stringOf(part['caption']), attachments: [fileOf(type, part)] };
  // Meta names no content of a type that it doesn't pass on, such as a poll, but sometimes its kind.
  const kind = stringOf(fieldsOf(message['unsupported'])['type']);
  const text = kind === '' ? 'of a kind that WhatsApp doesn’t pass on' : kind;
  return { text: stringOf(part['caption']), attachments: [attachmentOf('message', { text })] };
}

const locationOf = ({ name, address, latitude, longitude }: Fields): Attachment =>
  attachmentOf('location', { text: placeText({ name, address, latitude, longitude }) });

/** The ad or post below which a person began to write: what they read when they wrote. */
function referralOf({ headline, body, source_url: url }: Fields): string {
  const text = listed([stringOf(headline), stringOf(body), stringOf(url)], ' – ');
  return text === '' ? '' : `Ad: ${text}`;
}

/** The content of a message: its text, that of the chosen button or the caption of its file, and what comes with it. */
export function contentOf(message: Fields): Content {
  const type = stringOf(message['type']);
  const content = ofType(type, fieldsOf(message[type]), message);
  const { id, forwarded, frequently_forwarded: often, referred_product: product } = fieldsOf(message['context']);
  // A pressed button names the message that offered it, which the words of the button need not quote.
  const quotes = type === 'interactive' || type === 'button' ? '' : cutTo(stringOf(id), 255);
  const productId = stringOf(fieldsOf(product)['product_retailer_id']);
  const quote = listed([referralOf(fieldsOf(message['referral'])), productId && `Product: ${productId}`], ' ');
  return {
    ...content,
    ...(quote !== '' ? { quote } : quotes !== '' && { quotes }),
    ...((forwarded === true || often === true) && { forwardedFrom: '' }),
    unreadable: unreadable[type] ?? readsText,
  };
}

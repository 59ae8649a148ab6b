import type { CorpusMail } from './write-corpus-mail.ts';

/** Subjects of automatic mail, by language. */
const automatic: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Automatic reply: Your request',
    'Out of Office: Re: Lamp',
    'Auto-Reply: Lamp',
    'Out of office',
    'AutoReply: Lamp',
    '[EXTERNAL] Automatic reply: Lamp',
    'Out of Office AutoReply: Lamp',
    'OOO: Lamp',
    'Auto Response: Lamp',
  ],
  zh: ['自动回复: 灯', '自動回覆：燈', '自动答复：灯', '不在办公室'],
  hi: ['स्वचालित उत्तर: दीपक', 'कार्यालय से बाहर: दीपक'],
  es: ['Respuesta automática: Lámpara', 'Fuera de la oficina: Re: Lámpara'],
  fr: ['Réponse automatique : Lampe', 'Absence du bureau : Lampe'],
  ar: ['رد تلقائي: مصباح', 'خارج المكتب: مصباح'],
  bn: ['স্বয়ংক্রিয় উত্তর: বাতি', 'অফিসের বাইরে: বাতি'],
  pt: ['Resposta automática: Lâmpada', 'Fora do escritório: Lâmpada'],
  ru: ['Автоматический ответ: Лампа', 'Автоответ: Лампа'],
  ja: ['自動応答: ランプ', '自動返信：ランプ', '【自動返信】ランプ', '不在通知: ランプ'],
  de: ['Automatische Antwort: Ihre Anfrage', 'Abwesenheitsnotiz: Ihre Anfrage', 'Automatische Antwort: Re: Lampe'],
  it: ['Risposta automatica: Lampada', 'Fuori sede: Lampada'],
  ko: ['자동 회신: 램프', '자동응답: 램프', '부재중 알림: 램프'],
  tr: ['Otomatik yanıt: Lamba'],
  pl: ['Odpowiedź automatyczna: Lampa', 'Automatyczna odpowiedź: Lampa'],
  nl: ['Automatisch antwoord: Lamp', 'Afwezigheidsbericht: Lamp'],
  sv: ['Automatiskt svar: Lampa', 'Autosvar: Lampa'],
};

/** Subjects of the same words that people write, by language. */
const ofPeople: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Question about your out of office feature',
    'Automatic reply doesn’t work',
    'Out of office hours?',
    'Re: Automatic reply: Lamp',
    'Auto reply settings',
    'Vacation in Lisbon',
    'Undelivered parcel',
    'Delivery failure: my parcel',
    'Read: my complaint',
  ],
  zh: ['自动回复不起作用', '关于自动回复的问题', '外出时怎么收货'],
  hi: ['स्वचालित उत्तर काम नहीं कर रहा', 'छुट्टी पर डिलीवरी'],
  es: [
    'La respuesta automática no funciona',
    'Respuesta automática no funciona',
    'Ausente: mi paquete',
    'No entregado: mi paquete',
  ],
  fr: ['Réponse automatique ne marche pas', 'Absence de facture', 'Absence : Léo, classe 3b', 'Non remis'],
  ar: ['رد تلقائي لا يعمل', 'سؤال حول الرد التلقائي'],
  bn: ['স্বয়ংক্রিয় উত্তর কাজ করছে না', 'ছুটিতে ডেলিভারি'],
  pt: ['Resposta automática não funciona', 'De férias: posso adiar a entrega?'],
  ru: ['Автоматический ответ не работает', 'В отпуске: перенести доставку', 'Автоответ на письмо не приходит'],
  ja: ['自動応答が動きません', '自動返信について', '配信不能'],
  de: [
    'Automatische Antwort funktioniert nicht',
    'Frage zur Abwesenheitsnotiz',
    'Abwesenheit: Max, Klasse 3b',
    'Nicht zustellbar: mein Paket',
  ],
  it: ['Risposta automatica non funziona', 'In ferie: posso ritirare dopo?'],
  ko: ['자동 회신이 안 됩니다', '부재중 배달'],
  tr: ['Otomatik yanıt çalışmıyor'],
  pl: ['Odpowiedź automatyczna nie działa', 'Na urlopie: proszę o późniejszą dostawę'],
  nl: ['Automatisch antwoord werkt niet', 'Niet bezorgd: mijn pakket'],
  sv: ['Automatiskt svar fungerar inte'],
};

const text = 'Words.';
const named = (subjects: Readonly<Record<string, readonly string[]>>, reads: string | null): CorpusMail[] =>
  Object.entries(subjects).flatMap(([code, all]) =>
    all.map((subject) => ({ name: `${code}, ${subject}`, subject, text, reads })),
  );

/** Words that count only in an answer. */
const absences = [
  'Abwesend bis 3. März',
  'On leave until Monday',
  'En congé',
  'De vacaciones',
  'В отпуске до 3 марта',
  'Ausente',
  'In ferie',
  '휴가중',
  '休暇中',
  '在 外出',
];

const calendar = (method: string): string =>
  `--b\r\nContent-Type: text/plain\r\n\r\nWords.\r\n--b\r\nContent-Type: text/calendar; method=${method}\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n--b--`;
const alternative = 'multipart/alternative; boundary=b';

/** Automatic mail that is known by its subject or its parts. */
export const automaticMails: readonly CorpusMail[] = [
  ...named(automatic, null),
  ...absences.slice(0, -1).map((subject) => ({
    ...{ name: `an answer, ${subject}`, subject, text, reads: null },
    headers: ['In-Reply-To: <a@shop.test>'],
  })),
  { name: 'in front of an answered subject', subject: 'Abwesenheit: Re: Lampe', text, reads: null },
  ...['REPLY', 'COUNTER', 'CANCEL'].map((method) => ({
    ...{ name: `a calendar’s ${method}`, type: alternative, text: calendar(method), reads: null },
  })),
  {
    ...{ name: 'a calendar’s reply without a parameter', type: 'text/calendar', reads: null },
    text: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR',
  },
  {
    ...{
      name: 'a bounce without its type',
      from: 'Mail System <mta7@customer.test>',
      subject: 'Undelivered Mail Returned to Sender',
    },
    ...{ text, reads: null },
  },
  {
    ...{ name: 'a report within another mail', type: 'multipart/mixed; boundary=b', reads: null },
    text: '--b\r\n\r\nWords.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n--b--',
  },
];

/** Mails of people with such words. */
export const mailsOfPeople: readonly CorpusMail[] = [
  ...named(ofPeople, text),
  ...absences.map((subject) => ({ name: `a first mail, ${subject}`, subject, text, reads: text })),
  {
    name: 'an invitation',
    type: alternative,
    text: calendar('REQUEST'),
    reads: 'Words.\n[File, not read: text/calendar]',
  },
];

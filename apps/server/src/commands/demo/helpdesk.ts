import type { Scenario } from './scenario.ts';

/** Conversations of the helpdesk for the staff. */
export const helpdesk: readonly Scenario[] = [
  {
    locale: 'en-GB',
    tags: ['access'],
    turns: [
      [
        'I am locked out of the till system after three wrong PINs.',
        'The lock ends by itself after 15 minutes. If you need it at once, your store manager can lift it under **Staff → Reset PIN**.',
      ],
      ['Manager is off today.', 'Then I need a colleague of the helpdesk for that. I pass this on, marked as urgent.'],
    ],
    person: 'PIN reset. Please choose a new one at the next sign-in.',
  },
  {
    locale: 'en-GB',
    tags: ['vpn'],
    turns: [
      [
        'VPN says "certificate expired".',
        'Certificates are renewed each year. Open *Company Portal*, choose **Renew certificate** and restart the VPN client:\n\n```sh\nvpnctl renew && vpnctl connect\n```',
      ],
      ['Works, thank you', 'Happy to help. The next renewal is due in a year; you get a reminder two weeks before.'],
    ],
  },
  {
    locale: 'en-US',
    tags: ['hardware'],
    turns: [
      [
        'The label printer in the warehouse prints only empty labels.',
        'Most often the roll is upside down: the thermal side must face the print head. Scratch it with a fingernail; the side that turns black is the thermal one.',
      ],
      ['That was it 😅', 'It happens to everyone once. Shall I add that to the notes of your site?'],
    ],
  },
  {
    locale: 'en-US',
    tags: ['onboarding'],
    turns: [
      [
        'A new colleague starts on {day}. What do I have to order?',
        'For a workshop role: a tablet, a badge and an account with the role *Mechanic*. I can open the three requests for you if you tell me name and site.',
      ],
      [
        'Maria Jensen, Aarhus',
        'Opened for Maria Jensen, Aarhus: tablet, badge, account. Everything is due the day before she starts.',
      ],
    ],
  },
  {
    locale: 'de-DE',
    tags: ['access'],
    turns: [
      [
        'Ich brauche Zugriff auf das Laufwerk der Buchhaltung.',
        'Den Zugriff gibt Frau Okafor frei. Ich habe die Anfrage gestellt; in der Regel dauert es bis zum nächsten Werktag.',
      ],
    ],
    person: 'Der Zugriff ist freigegeben. Bitte einmal ab- und wieder anmelden.',
  },
  {
    locale: 'ar',
    tags: ['hardware'],
    turns: [
      [
        'شاشة الجهاز اللوحي لا تستجيب للمس.',
        'اضغط مطوّلًا على زر التشغيل عشر ثوانٍ لإعادة تشغيله. إذا لم يتغير شيء، أرسل لك جهازًا بديلًا غدًا.',
      ],
    ],
  },
];

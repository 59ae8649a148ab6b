import type { Scenario } from './scenario.ts';

/** Conversations of the workshop's planner. */
export const workshop: readonly Scenario[] = [
  {
    locale: 'en-GB',
    tags: ['booking'],
    turns: [
      [
        'I need a service for my {bike} before my holiday. What is free on {day}?',
        'On {day} there are two places left: **09:30** and **14:00**. A standard service takes about two hours and costs £75.',
      ],
      ['14:00 please.', 'Booked for {day} at 14:00. Please bring the key of the battery lock and remove your bags.'],
      ['Can I wait there?', 'Of course. There is coffee and Wi-Fi in the shop, and a test track behind it.'],
    ],
  },
  {
    locale: 'en-GB',
    tags: ['repair', 'brakes'],
    turns: [
      [
        'My front brake squeals terribly since I washed the bike.',
        'Often there is water or soap on the disc. Brake hard ten times from 20 km/h on a dry road. If it still squeals, the pads may be contaminated, and we replace them for £24.',
      ],
      ['Still squealing.', 'Then please bring it in: new pads take 20 minutes and need no appointment before noon.'],
    ],
    person: 'Hi from the workshop. Come by any time before noon, I keep a pair of pads for you.',
  },
  {
    locale: 'en-US',
    tags: ['recall'],
    turns: [
      [
        'I read about a recall of the fork. Is my {bike} affected?',
        'Only frames with a serial number from WB-2210 to WB-2290 are affected. You find it under the bottom bracket. What is yours?',
      ],
      [
        'WB-2241',
        'That one is affected. Please do not ride it. We collect it and replace the fork for free, within five working days.',
      ],
    ],
    person: 'I have arranged the pickup for {day} and a replacement bike for the time. Sorry for the trouble!',
  },
  {
    locale: 'en-US',
    tags: ['booking'],
    turns: [
      ['Can I move my appointment to {day}?', 'Yes, {day} at 11:00 or 16:30 is free. Which one suits you?'],
      ['11', 'Done: {day} at 11:00. The old appointment is cancelled.'],
    ],
  },
  {
    locale: 'sv-SE',
    tags: ['booking'],
    turns: [
      [
        'Hej! Har ni tid för ett däckbyte på {day}?',
        'Hej! Ja, {day} klockan 10.15 går bra. Ett däckbyte kostar 249 kr per hjul plus däck.',
      ],
      ['Toppen, jag tar den.', 'Då är du bokad. Välkommen!'],
    ],
  },
  {
    locale: 'pt-BR',
    tags: ['repair'],
    turns: [
      [
        'A corrente da minha bicicleta cai toda hora. O que pode ser?',
        'Geralmente é o câmbio desregulado ou a corrente gasta. Se ela tem mais de 3.000 km, vale trocar; senão, um ajuste resolve em 15 minutos.',
      ],
    ],
  },
];

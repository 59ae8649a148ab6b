import type { Scenario } from './scenario.ts';

/** Conversations of the shop's assistant. */
export const shop: readonly Scenario[] = [
  {
    locale: 'en-GB',
    tags: ['delivery'],
    turns: [
      [
        'Hi, where is my order {order}? It was supposed to arrive on {day}.',
        'Order {order} left our warehouse and is with the carrier. The last scan was at the depot in Leeds this morning, so it should reach you tomorrow before 6 pm.',
      ],
      [
        'No one is home tomorrow. Can it go to a neighbour?',
        'Yes. Open the tracking link in your email and choose **Deliver to a neighbour** before 8 am. You can also pick a parcel shop there.',
      ],
      ['Done, thanks!', 'Great. You will get a text message when it has been handed over. Enjoy the ride!'],
    ],
    person: 'I have called the depot: the driver knows about the neighbour. You are all set.',
  },
  {
    locale: 'en-US',
    tags: ['returns'],
    turns: [
      [
        'The {bike} I bought is too big for me. Can I return it?',
        'You can return a bike within 30 days if it has been ridden for less than 20 km. We collect it for free.\n\n1. Put it back into its box.\n2. Print the label from your account.\n3. Choose a day for the pickup.',
      ],
      ['I threw the box away…', 'No problem: we send you a new one with the pickup. It adds about two working days.'],
      [
        'And when do I get my money?',
        'Within 5 working days after the bike is back with us, to the card that you paid with.',
      ],
    ],
    person: 'Hello, I have taken this over. The box is ordered and arrives on {day} together with the driver.',
  },
  {
    locale: 'en-GB',
    tags: ['sizing', 'sales'],
    turns: [
      [
        'Which frame size of the {bike} fits someone who is 178 cm tall?',
        'At 178 cm most riders choose size **M** (54 cm). If your inside leg is longer than 84 cm, take **L**.\n\n| Size | Height |\n|---|---|\n| S | 160–170 cm |\n| M | 170–180 cm |\n| L | 180–190 cm |',
      ],
      [
        'Inside leg is 82. So M?',
        'Yes, M. You can still move the saddle and the stem if you prefer a more upright position.',
      ],
    ],
  },
  {
    locale: 'en-US',
    tags: ['payment'],
    turns: [
      [
        'My card was charged twice for {order}, {price} each time.',
        'I am sorry about that. One of the two is a reservation that your bank releases by itself, usually within 3 working days. Only one payment was booked on our side.',
      ],
      ['It has been five days already.', 'Then I pass this to a colleague, who can see the payment itself. May I?'],
    ],
    person: 'I have refunded the second charge of {price}. Your bank needs one or two days to show it.',
  },
  {
    locale: 'en-GB',
    tags: ['warranty'],
    turns: [
      [
        'The display of my {bike} stays black since the rain on {day}. Is that covered?',
        'Displays are covered for two years, water damage included. Please send a photo of the serial number below the display, and I open a warranty case.',
      ],
    ],
  },
  {
    locale: 'de-DE',
    tags: ['delivery'],
    turns: [
      [
        'Guten Tag, kann ich die Lieferadresse für {order} noch ändern?',
        'Ja, solange die Bestellung nicht verpackt ist. {order} wird erst morgen gepackt: Ändern Sie die Adresse in Ihrem Konto unter **Bestellungen**.',
      ],
      ['Perfekt, hat geklappt. Danke!', 'Sehr gern. Gute Fahrt mit dem neuen Rad!'],
    ],
  },
  {
    locale: 'fr-FR',
    tags: ['returns'],
    turns: [
      [
        'Bonjour, je voudrais échanger les gants de la commande {order} contre une taille plus grande.',
        'Bonjour ! L’échange est gratuit pendant 30 jours. La taille L est en stock ; dois-je la réserver pour vous ?',
      ],
      ['Oui, s’il vous plaît.', 'C’est fait. Vous recevrez l’étiquette de retour par e-mail dans quelques minutes.'],
    ],
  },
  {
    locale: 'es-ES',
    tags: ['sales'],
    turns: [
      [
        '¿La {bike} tiene batería extraíble?',
        'Sí. La batería se quita con llave y se puede cargar en casa; una carga completa tarda unas 4 horas y media.',
      ],
      ['¿Y cuánta autonomía tiene?', 'Entre 60 y 110 km, según el nivel de asistencia, el peso y el terreno.'],
    ],
  },
  {
    locale: 'ja-JP',
    tags: ['delivery'],
    turns: [
      [
        '注文 {order} の配送日を変更できますか。',
        'はい、変更できます。ご希望の日をお知らせください。発送前であれば手数料はかかりません。',
      ],
      ['来週の土曜日でお願いします。', '承知しました。来週の土曜日、午前中のお届けに変更しました。'],
    ],
  },
];

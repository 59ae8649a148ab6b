import type { EntryData, EntryType } from '../../schemas/entries.ts';

/** The people of `people` who work at the desk, by their place there. */
export const staff = { nora: 0, mateo: 1, priya: 2, jonas: 3 } as const;
export type Staff = keyof typeof staff;

/** Knowledge of each agent, in their order, as pairs of a question and its answer. */
export const sources = [
  {
    name: 'Orders, delivery and returns',
    pairs: [
      [
        'How long does delivery take?',
        'Parcels take 2 to 4 working days. Bikes come by carrier in 5 to 8 working days.',
      ],
      [
        'How do I return something?',
        'Returns are free within 30 days. Print the label from your account under Orders.',
      ],
      ['Can I return a bike that I have ridden?', 'A bike can be returned if it has been ridden for less than 20 km.'],
      ['When do I get my money back?', 'Refunds are paid within 5 working days after the goods are back with us.'],
      ['How long is the warranty on the battery?', 'The battery has a warranty of 2 years or 500 charges.'],
    ],
  },
  {
    name: 'Workshop: prices and times',
    pairs: [
      ['What does a service cost?', 'A standard service costs €89, a service of an e-bike €119. Parts are extra.'],
      ['When is the workshop open?', 'The workshop is open Monday to Friday 9 to 18, and Saturday 10 to 14.'],
      ['Do I need an appointment?', 'Repairs of up to 20 minutes need no appointment before noon.'],
    ],
  },
  {
    name: 'First steps for the shop floor',
    pairs: [
      [
        'How do I restart a till?',
        'Hold the power button of the till for 10 seconds, wait for a minute, and start it again.',
      ],
      [
        'The VPN does not connect. What can I do?',
        'Sign out of the VPN, restart the device, and sign in with your staff card.',
      ],
    ],
  },
] as const;

const shopHours = [
  { from: '09:00', to: '12:30' },
  { from: '13:30', to: '18:00' },
];
export const hours = {
  timeZone: 'Europe/Berlin',
  days: {
    ...{ monday: shopHours, tuesday: shopHours, wednesday: shopHours, thursday: shopHours, friday: shopHours },
    ...{ saturday: [{ from: '10:00', to: '14:00' }], sunday: [] },
  },
  holidays: [],
};

/** The states of people; the others have never set one. */
export const availability = { nora: 'here', priya: 'here', mateo: 'away' } as const;

export const teams = [
  {
    name: 'Customer care',
    members: ['nora', 'priya', 'mateo'],
    assignment: 'round_robin',
    limit: 8,
    answerWithin: 900,
  },
  // Its conversations wait until a person takes one.
  { name: 'Workshop', members: ['jonas', 'mateo'], assignment: 'manual', limit: null, answerWithin: null },
] as const satisfies readonly { readonly members: readonly Staff[]; readonly [field: string]: unknown }[];

/** The channels of the web; the conversations of `web` and `app` came through them. Both offer a person. */
export const channels = {
  web: {
    type: 'widget',
    ...{ name: 'Online shop', agent: 0, team: 0 },
    settings: {
      title: 'Fjord Cycles',
      greeting: 'Hi! I can help with orders, delivery, returns and sizes.',
      suggestions: ['Where is my order?', 'How do I return something?', 'Which size fits me?'],
      form: {
        when: 'after_first',
        intro: 'So that we can get back to you:',
        fields: [
          { key: 'name', label: 'Name', type: 'text' },
          { key: 'email', label: 'Email', type: 'email' },
        ],
      },
    },
  },
  app: {
    type: 'page',
    ...{ name: 'Workshop page', agent: 1, team: 1 },
    settings: { title: 'Fjord Cycles workshop', greeting: 'Hello! What does your bike need?' },
  },
} as const;

export const savedReplies = [
  [
    'Thanks, closing',
    'Thank you, {{visitor.name|and}} have a good ride! I close this conversation; write again at any time.',
  ],
  [
    'Order number, please',
    'Hello {{visitor.name|there}}, I am {{me.name}}. Could you send me your order number? It begins with FC-.',
  ],
  [
    'Rücksendung',
    'Hallo {{visitor.name|und guten Tag}}, die Rücksendung ist 30 Tage lang kostenlos. Das Etikett finden Sie in Ihrem Konto unter „Bestellungen“.',
  ],
  [
    'Carrier asked',
    'I have asked the carrier and write to you here as soon as I know more, by tomorrow noon at the latest.',
  ],
] as const;

/** Views with their owner; shared without one. */
export const views = [
  { name: 'Urgent', filters: { priority: 'urgent' } },
  { name: 'Returns', filters: { tag: 'returns' } },
  { name: 'Mine this week', owner: 'nora', filters: { takenBy: 'me' } },
] as const satisfies readonly { readonly name: string; readonly owner?: Staff; readonly filters: object }[];

/** When the agent of the shop hands over by itself. */
export const rules = {
  onFailedReply: true,
  onNegativeRating: true,
  onUnanswered: false,
  keywords: ['lawyer', 'Anwalt'],
};

/** A step of a conversation, minutes before now. An entry without a person is by the visitor or by a rule. */
export type Step = { readonly ago: number } & (
  | { readonly user: string }
  | { readonly reply: string; readonly cites?: number }
  | { readonly says: string; readonly by: Staff }
  | {
      readonly entry: EntryType;
      readonly by: Staff | 'visitor' | 'rule';
      readonly data?: EntryData;
      readonly mentions?: readonly Staff[];
    }
);

/** A conversation at the desk. */
export interface DeskTalk {
  readonly channel: keyof typeof channels;
  readonly name: string;
  readonly email?: string;
  readonly locale: string;
  readonly tags: readonly string[];
  readonly priority?: 'urgent' | 'high' | 'low';
  /** Hours from now until which it rests. */
  readonly restHours?: number;
  readonly rating?: 'positive' | 'negative';
  readonly steps: readonly Step[];
}

import type { DeskTalk } from './desk.ts';

const day = 24 * 60;

/** Conversations in which people had a part: waiting, taken, handed over, given back, resting, closed. */
export const deskTalks: readonly DeskTalk[] = [
  {
    ...{ channel: 'web', name: 'Leonie Brandt', email: 'leonie.brandt@mail.example', locale: 'de-DE' },
    ...{ tags: ['battery', 'warranty'], priority: 'high' },
    steps: [
      {
        ago: 16,
        user: 'Guten Tag, der Akku meines Skagen 3e lädt seit gestern nur noch bis 40 %. Ist das ein Garantiefall?',
      },
      {
        ago: 16,
        reply:
          'Auf den Akku gibt es zwei Jahre Garantie oder 500 Ladezyklen. Ist Ihr Rad jünger, wird der Akku kostenlos ersetzt.',
        cites: 4,
      },
      {
        ago: 9,
        user: 'Es ist 14 Monate alt. Ich brauche das Rad am Montag, kann ich bitte mit einem Menschen sprechen?',
      },
      {
        ...{ ago: 8, entry: 'handed_over', by: 'visitor' },
        data: {
          reason: 'asked',
          summary: 'The battery of a Skagen 3e, 14 months old, charges to 40 % only. She needs the bike on Monday.',
        },
      },
    ],
  },
  {
    ...{ channel: 'app', name: 'Oliver Marsh', locale: 'en-GB', tags: ['repair', 'safety'], priority: 'urgent' },
    steps: [
      { ago: 34, user: 'There is a crack in the fork of my Lofoten Gravel, about 2 cm long. Can I still ride home?' },
      {
        ago: 34,
        reply:
          'Please do not ride it: a cracked fork can break without a warning. The workshop is open until 6 pm today and can collect the bike.',
      },
      { ago: 31, user: 'OK. Can one of you call me about the collection? I am at the station in Altona.' },
      {
        ...{ ago: 30, entry: 'handed_over', by: 'visitor' },
        data: {
          reason: 'asked',
          summary: 'A crack in the fork; the customer waits at Altona station for a collection.',
        },
      },
    ],
  },
  {
    ...{ channel: 'web', name: 'ليلى حداد', email: 'layla.haddad@mail.example', locale: 'ar', tags: ['delivery'] },
    steps: [
      { ago: 75, user: 'مرحبًا، طلبت دراجة Bergen City قبل عشرة أيام ولم تصل بعد. أين هي؟' },
      {
        ago: 75,
        reply: 'مرحبًا ليلى، تصل الدراجات عادةً خلال 5 إلى 8 أيام عمل. سأحوّل المحادثة إلى زميلة لتتحقق من الشحنة.',
        cites: 0,
      },
      {
        ago: 74,
        entry: 'handed_over',
        by: 'visitor',
        data: { reason: 'asked', summary: 'A Bergen City, ordered ten days ago, has not arrived.' },
      },
      { ago: 70, entry: 'taken', by: 'priya', data: { from: null } },
      {
        ago: 68,
        says: 'أهلًا ليلى، أنا بريا من خدمة العملاء. الدراجة في مستودع هامبورغ، وسيتصل بك السائق غدًا صباحًا.',
        by: 'priya',
      },
      { ago: 12, user: 'شكرًا جزيلًا! هل يمكن التسليم بعد الساعة الخامسة مساءً؟' },
    ],
  },
  {
    ...{ channel: 'web', name: 'James Whitfield', email: 'j.whitfield@mail.example', locale: 'en-GB' },
    ...{ tags: ['payment', 'complaint'], priority: 'high' },
    steps: [
      {
        ago: 190,
        user: 'I have been waiting for my refund for three weeks. If it is not here by Friday you will hear from my lawyer.',
      },
      { ago: 190, entry: 'handed_over', by: 'rule', data: { reason: 'The user wrote “lawyer”.', summary: null } },
      { ago: 171, entry: 'taken', by: 'nora', data: { from: null } },
      {
        ago: 169,
        says: 'Hello Mr Whitfield, this is Nora. I am sorry: your refund of €2,399.00 was stopped by a wrong account number. Could you confirm the last four digits?',
        by: 'nora',
      },
      { ago: 163, user: '4417. The money was taken from the same account!' },
      {
        ...{ ago: 158, entry: 'noted', by: 'nora', mentions: ['priya'] },
        data: { text: '@Priya Raman the bank returned it on the 3rd. Can you book it again today? I promised Friday.' },
      },
      {
        ago: 96,
        entry: 'noted',
        by: 'priya',
        data: { text: 'Booked again, reference **FJ-88213**. It arrives on Thursday.' },
      },
      {
        ago: 90,
        says: 'Thank you. The refund is on its way again and arrives on Thursday. You get €20 for the trouble.',
        by: 'nora',
      },
      { ago: 41, user: 'That is fair, thank you. I will check on Thursday.' },
    ],
  },
  {
    ...{
      channel: 'web',
      name: 'Sofia Lang',
      email: 'sofia.lang@mail.example',
      locale: 'de-DE',
      tags: ['returns'],
      rating: 'positive',
    },
    steps: [
      { ago: 320, user: 'Hallo, mein Rad ist zu groß. Kann ich es zurückgeben, obwohl ich schon damit gefahren bin?' },
      { ago: 320, reply: 'Ja, solange es weniger als 20 km gefahren wurde.', cites: 2 },
      { ago: 311, user: 'Der Tacho zeigt 22 km. Gibt es eine Ausnahme?' },
      {
        ago: 310,
        entry: 'handed_over',
        by: 'visitor',
        data: { reason: 'asked', summary: 'Return of a bike with 22 km instead of 20.' },
      },
      { ago: 302, entry: 'taken', by: 'priya', data: { from: null } },
      {
        ago: 300,
        says: 'Hallo Frau Lang, bei 22 km machen wir gern eine Ausnahme. Die Rückgabe ist freigegeben.',
        by: 'priya',
      },
      { ago: 297, entry: 'given_back', by: 'priya' },
      { ago: 290, user: 'Wunderbar, danke! Und wann bekomme ich mein Geld?' },
      { ago: 290, reply: 'Innerhalb von fünf Werktagen, nachdem das Rad wieder bei uns ist.', cites: 3 },
    ],
  },
  {
    ...{ channel: 'app', name: 'Marta Nowak', locale: 'en-US', tags: ['repair', 'parts'], restHours: 19 },
    steps: [
      { ago: day + 240, user: 'Is the new motor cover for my Bergen Cargo e in stock yet?' },
      { ago: day + 240, reply: 'I can’t see the stock of single parts. A colleague of the workshop can.' },
      {
        ago: day + 236,
        entry: 'handed_over',
        by: 'visitor',
        data: { reason: 'asked', summary: 'Asks for a motor cover of a Bergen Cargo e.' },
      },
      { ago: day + 200, entry: 'taken', by: 'jonas', data: { from: null } },
      {
        ago: day + 198,
        says: 'Hi Marta, Jonas from the workshop. The cover arrives tomorrow with the morning delivery, I write to you then.',
        by: 'jonas',
      },
      { ago: day + 190, user: 'Perfect, thanks.' },
      { ago: day + 188, says: 'You are welcome!', by: 'jonas' },
      { ago: day + 187, entry: 'snoozed', by: 'jonas' },
    ],
  },
  {
    ...{
      channel: 'web',
      name: 'Henrik Solberg',
      email: 'henrik@mail.example',
      locale: 'en-GB',
      tags: ['delivery'],
      priority: 'low',
    },
    steps: [
      { ago: 2 * day, user: 'The box had a hole, but the bike looks fine. Do you want to know about it?' },
      { ago: 2 * day, reply: 'Thank you for telling us. Please keep the box until you have ridden the bike once.' },
      { ago: 2 * day - 30, entry: 'taken', by: 'mateo', data: { from: null } },
      {
        ago: 2 * day - 32,
        says: 'Hi Henrik, Mateo here. Could you send us two pictures of the hole? We pass them to the carrier.',
        by: 'mateo',
      },
      { ago: 2 * day - 90, user: 'Sent them to your address. All good otherwise!' },
      { ago: 2 * day - 95, entry: 'tagged', by: 'mateo', data: { added: ['carrier'], removed: [] } },
      { ago: 2 * day - 96, says: 'Got them, thank you. Enjoy the ride!', by: 'mateo' },
      { ago: 2 * day - 97, entry: 'closed', by: 'mateo' },
      { ago: 2 * day - 99, entry: 'rated', by: 'visitor', data: { score: 5, comment: 'Quick, and a real person.' } },
    ],
  },
];

/** The first source of the shop. */
export const returnRules = `# Returns

You can return a bike within 30 days of delivery, free of charge, if it has been ridden for less than 20 km. We collect it from your door.

# Refunds

We refund the full price within 5 working days after the bike has arrived in our warehouse, to the card or account that you paid with.

# Exchanges

An exchange for another size is a return and a new order. We ship the new size before the return has arrived.`;

/** The second one. */
export const deliveryRules = `# Delivery times

Bikes in stock leave our warehouse within 2 working days. Delivery in Europe takes 3 to 6 working days.

# Packaging

We deliver bikes in a box, 90 % assembled. If you have thrown the box away, we bring a new one with the pickup.`;

/** A conversation: each question, and the pieces of its answer. A heading in brackets becomes the number of its passage. */
export const talk: readonly (readonly [string, readonly string[]])[] = [
  [
    'My new Skagen 3 is too big. Can I return the bike after a test ride?',
    [
      'Yes. You can return it within **30 days** of delivery, free of charge, ',
      'if you have ridden it for less than 20 km [Returns]. We collect it from your door.\n\n',
      'If you would rather have another size: we ship it before the return has arrived [Exchanges].',
    ],
  ],
  [
    'I threw the box away. And when do I get my refund?',
    [
      'Both are easy:\n\n',
      '1. **The box.** We bring a new one with the pickup [Packaging].\n',
      '2. **The refund.** You get the full price within 5 working days after the bike has arrived in our warehouse [Refunds].',
    ],
  ],
];

/** Question in the playground, and the answer so far. */
export const playground = {
  question: 'Which frame size fits someone who is 178 cm tall?',
  answer: [
    'At **178 cm** most riders choose size **M**:\n\n',
    '| Size | Height | Frame |\n|---|---|---|\n| S | 160–170 cm | 50 cm |\n| M | 170–180 cm | 54 cm |\n',
    '| L | 180–190 cm | 58 cm |\n\n',
    'If your inside leg is longer than 84 cm, take L: the frame is',
  ],
};

/** A visitor's question in the widget. */
export const visit = {
  question: 'How long does delivery take?',
  answer: [
    'Bikes in stock leave our warehouse within **2 working days** [Delivery times]. In Europe they take 3 to 6 more.',
  ],
};

/** The page of a shop, on which the widget is. */
export const shopPage = (script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fjord Cycles</title><meta name="color-scheme" content="light dark">
<style>
  body { margin: 0; font: 16px/1.6 Inter, system-ui, sans-serif; color: light-dark(#14231f, #e8efec);
    background: light-dark(#fbfaf7, #101614); }
  header { display: flex; gap: 32px; align-items: center; padding: 24px 56px; }
  header b { font-size: 20px; margin-right: auto; letter-spacing: -0.01em; }
  main { padding: 40px 56px; }
  h1 { font-size: 52px; line-height: 1.1; letter-spacing: -0.03em; margin: 0 0 16px; max-width: 12em; }
  p { font-size: 18px; max-width: 34em; margin: 0 0 40px; opacity: 0.75; }
  ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; max-width: 780px; list-style: none; padding: 0; }
  li { border-radius: 12px; padding: 20px; background: light-dark(#fff, #18211e);
    border: 1px solid light-dark(#e6e3da, #26322e); }
  svg { display: block; width: 100%; margin-bottom: 16px; color: light-dark(#1f6f5c, #6fc7b0); }
  li b { display: block; } li span { opacity: 0.7; font-size: 15px; }
</style>${script}</head><body>
<header><b>Fjord Cycles</b><span>Bikes</span><span>Workshop</span><span>About</span></header>
<main><h1>Bikes for every kind of weather</h1>
<p>Built in Bergen, tested in the rain. Delivered to your door, ready to ride.</p>
<ul>${[
  ['Skagen 3', '€1,849'],
  ['Lofoten Gravel', '€2,399'],
  ['Bergen City', '€1,290'],
]
  .map(([name, price]) => `<li>${bike}<b>${name}</b><span>from ${price}</span></li>`)
  .join('')}</ul></main></body></html>`;

const bike =
  '<svg viewBox="0 0 120 70" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" ' +
  'stroke-linejoin="round"><circle cx="26" cy="46" r="19"/><circle cx="94" cy="46" r="19"/>' +
  '<path d="M26 46 44 20h36L58 46H26m32 0L41 14m-7 0h14m46 32L78 12h12"/></svg>';

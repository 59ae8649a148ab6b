import { type Language, subject } from './language.ts';

/** The corpus in English. */
export const english: Language = {
  name: 'English',
  products: ['Alma', 'Boreal', 'Cirrus', 'Dorado', 'Ember', 'Fjord', 'Garnet', 'Helios', 'Indigo', 'Juniper'],
  variant: '{n} Mini',
  subjects: [
    subject(
      'Returns',
      'You can send back the {n} within {a} days of delivery. Print the return label from your customer account; we refund the price {b} days after the parcel has arrived.',
      'Within how many days can I return the {n}?',
      'How do I get my money back if I do not like the {n}?',
      'Where is the returnlabel of the {n} printed?',
    ),
    subject(
      'Delivery',
      'The {n} leaves our warehouse after {a} working days. Shipping costs {b} euros, and express delivery arrives on the next morning.',
      'How much does shipping of the {n} cost?',
      'How long do I wait until the {n} gets here after I order it?',
    ),
    subject(
      'Warranty',
      'The manufacturer guarantees the {n} for {a} years. The warranty covers defects of material and workmanship, but not wear; keep the receipt for {b} months.',
      'How many years of warranty does the {n} have?',
      'Who pays for the repair if my {n} is faulty?',
    ),
    subject(
      'Password',
      'If you have forgotten the password of the {n}, press the reset button for {a} seconds. A new password is mailed to you and expires after {b} hours.',
      'What do I do if I forgot the password of the {n}?',
      'I can not log in to my {n} any more',
    ),
    subject(
      'Battery',
      'Charging the battery of the {n} takes {a} hours. When it is full, it lasts for {b} days of normal use.',
      'How long does charging the battery of the {n} take?',
      'When is the rechargeable of the {n} at one hundred percent?',
    ),
    subject(
      'Cleaning',
      'Wipe the housing of the {n} with a damp cloth every {a} weeks. The filter goes into the dishwasher at {b} degrees, the base does not.',
      'How do I clean the filter of the {n}?',
      'May I put parts of the {n} into the dish washer?',
    ),
    subject(
      'Cancelling the subscription',
      'The subscription for the {n} can be cancelled {a} weeks before the end of a month. What you have paid in advance is returned within {b} days.',
      'How do I cancel the subscription for the {n}?',
      'I want to end my monthly plan for the {n}',
    ),
    subject(
      'Payment',
      'The {n} can be paid by credit card, by invoice or in up to {a} instalments. An invoice is due after {b} days.',
      'In how many instalments can I pay the {n}?',
      'Is there a way to pay for the {n} bit by bit?',
    ),
    subject(
      'Spare parts',
      'Spare parts for the {n} are kept in stock for {a} years. A seal costs {b} euros and can be replaced without tools.',
      'For how many years are spare parts of the {n} available?',
      'Where do I find a replacement seal for the {n}?',
    ),
    subject(
      'Pairing with a phone',
      'Hold the button of the {n} for {a} seconds until the light blinks blue. Then choose it in the Bluetooth settings of the phone; up to {b} phones can be paired.',
      'How do I pair the {n} with my phone?',
      'How do I connect the {n} to a smartphone?',
    ),
    subject(
      'Temperatures',
      'Use the {n} between {a} and {b} degrees only. In frost it switches itself off, and in direct sun its fan runs faster.',
      'Between which temperatures can the {n} be used, in degrees?',
      'Does the {n} work outdoors in winter?',
    ),
    subject(
      'Customer service',
      'Our customer service for the {n} answers by telephone from {a} to {b} o’clock on weekdays. At weekends we reply to e-mail only.',
      'When does customer service for the {n} answer the telephone?',
      'At what time may I call somebody about the {n}?',
    ),
  ],
};

import type { Role } from '../../access/scopes.ts';
import { helpdesk } from './helpdesk.ts';
import type { Scenario } from './scenario.ts';
import { shop } from './shop.ts';
import { workshop } from './workshop.ts';

/** The people of the demo; the first is the owner. Addresses in `.example` belong to no one (RFC 2606). */
export const people: readonly { readonly email: string; readonly name: string; readonly role: Role }[] = [
  { email: 'nora@demo.example', name: 'Nora Lindqvist', role: 'owner' },
  { email: 'mateo@demo.example', name: 'Mateo Álvarez', role: 'admin' },
  { email: 'priya@demo.example', name: 'Priya Raman', role: 'editor' },
  { email: 'jonas@demo.example', name: 'Jonas Weber', role: 'editor' },
  { email: 'amina@demo.example', name: 'Amina Okafor', role: 'viewer' },
  { email: 'tom@demo.example', name: 'Tom Becker', role: 'viewer' },
];

export const workspaceName = 'Fjord Cycles';

/** Channel by which an end user reached the agent, as an integration would note it. */
type Channel = 'web' | 'app' | 'whatsapp' | 'email' | 'intranet';

/** An agent of the demo with its topics. */
interface DemoAgent {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly temperature: string;
  /** Of ten conversations, how many it has. */
  readonly share: number;
  readonly channels: readonly Channel[];
  readonly scenarios: readonly Scenario[];
}

export const agents: readonly DemoAgent[] = [
  {
    name: 'Shop assistant',
    description: 'Answers customers of the online shop: orders, delivery, returns, sizes.',
    systemPrompt: `You are the assistant of Fjord Cycles, an online shop for bicycles and e-bikes.

Tone: friendly, brief, in the language of the customer. No exclamation marks in bad news.

- Look up orders by their number (FC- and six digits). Never guess a delivery date.
- Returns are free within 30 days; bikes ridden for more than 20 km can't be returned.
- Sizes: quote the table of the model and ask for the inside leg if in doubt.
- Payments, complaints about staff and anything legal: offer to pass the conversation to a colleague.

Never ask for card numbers or passwords.`,
    temperature: '0.4',
    share: 5,
    channels: ['web', 'web', 'app', 'whatsapp', 'email'],
    scenarios: shop,
  },
  {
    name: 'Workshop planner',
    description: 'Books services and repairs, and gives first advice about defects.',
    systemPrompt: `You plan the workshop of Fjord Cycles.

1. Find out what the bike needs, in at most two questions.
2. Offer two free times. Opening hours: Monday to Friday 9 to 18, Saturday 10 to 14.
3. Confirm day, time, price and what to bring.

Safety first: if brakes, fork or frame may be damaged, say clearly that the bike must not be ridden.`,
    temperature: '0.3',
    share: 3,
    channels: ['web', 'whatsapp', 'app'],
    scenarios: workshop,
  },
  {
    name: 'IT helpdesk',
    description: 'First level for the staff: access, VPN, printers, tills.',
    systemPrompt: `You are the first level of the IT helpdesk for the staff of Fjord Cycles.

Answer with steps that a shop assistant can follow. Put commands into code blocks. Never reveal or reset a password yourself: describe where the person can do it, or pass the conversation to a colleague of the helpdesk.`,
    temperature: '0.2',
    share: 2,
    channels: ['intranet'],
    scenarios: helpdesk,
  },
];

/** Random values for the texts. */
export const fillings = {
  bike: ['Skagen 3', 'Skagen 3e', 'Lofoten Gravel', 'Bergen City', 'Bergen Cargo e', 'Tromsø Trail'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  price: ['€49.90', '€129.00', '€1,849.00', '€2,399.00', '€18.50'],
} as const;

/** Comments that raters sometimes leave. */
export const comments = {
  positive: ['Quick and to the point', 'Solved in two minutes', 'Nice that it knew my order'],
  negative: ['I wanted to talk to a person', 'It did not understand my question', 'Too slow'],
} as const;

/** Errors of failed replies in the demo. */
export const failures = [
  {
    code: 'provider_timeout',
    message: 'The model openai/gpt-5-mini did not complete its reply: it took longer than 60 s.',
  },
  {
    code: 'provider_error',
    message: 'The model openai/gpt-5-mini did not complete its reply: the provider is overloaded.',
  },
] as const;

/** The keys of the demo. Their secrets are not kept. */
export const keys = [
  { name: 'Website', environment: 'production', scopes: ['agents:read', 'conversations:write'], requests: 60 },
  { name: 'Mobile app', environment: 'production', scopes: ['conversations:write'], requests: 25 },
  { name: 'Reporting', environment: 'production', scopes: ['conversations:read'], requests: 4 },
  { name: 'Staging', environment: 'development', scopes: ['workspace:admin'], requests: 8 },
] as const;

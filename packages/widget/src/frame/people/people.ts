import type { Inside } from '../chat-controls.ts';
import type { Session } from '../conversation/session.ts';
import type { Texts } from '../texts.ts';

/*
 * Loaded by chats that offer a person. It imports nothing with the chat, so that it doesn't split it.
 */

/** The answer of the service about its people. */
type Told = Readonly<Record<string, unknown>>;

const hour = 60 * 60;
const week = 6 * 24 * hour * 1000;

/** The sentence that says when an answer comes, in the language of the chat and the time zone of the visitor. */
function expectation({ open, opensAt, here, usuallyWithin, awayText }: Told, texts: Texts): string {
  const { lang } = document.documentElement;
  if (open === false) {
    if (typeof awayText === 'string') return awayText;
    return typeof opensAt === 'string'
      ? texts.personFrom.replace('{time}', openingOf(opensAt, lang))
      : texts.personSoon;
  }
  return here === true && typeof usuallyWithin === 'number'
    ? texts.personWithin.replace('{time}', spanOf(usuallyWithin, lang))
    : texts.personSoon;
}

/** A number of seconds, as the language says minutes or hours. */
function spanOf(seconds: number, lang: string): string {
  const [count, unit] = seconds < hour ? [seconds / 60, 'minute'] : [seconds / hour, 'hour'];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The hour of today, or else with the weekday, or the date if that is a week ahead. */
function openingOf(iso: string, lang: string): string {
  const time = new Date(iso);
  const now = new Date();
  if (time.toDateString() === now.toDateString()) return time.toLocaleString(lang, { timeStyle: 'short' });
  return time.getTime() - now.getTime() < week
    ? time.toLocaleString(lang, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
    : time.toLocaleString(lang, { dateStyle: 'long', timeStyle: 'short' });
}

let isAsking = false;

/** Hands the conversation over to people, once for two clicks; begins one if needed. Rejects with a `ChatError`. */
export async function askPerson(inside: Inside, session: Session): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    await handOver(inside, session);
  } finally {
    isAsking = false;
  }
}

async function handOver({ core, follow }: Inside, session: Session): Promise<void> {
  if (core.conversation === null) {
    const { answers: form } = core.state;
    const path = `/api/agents/${session.settings.agent}/conversations`;
    const { _id: id } = await session.ask({ method: 'POST', path, body: form === null ? {} : { form } });
    session.keep({ conversation: String(id) });
    follow(String(id));
  }
  const path = `/api/conversations/${core.conversation}/handover`;
  const conversation = await session.ask({ method: 'POST', path, body: { reason: 'visitor_asked' } });
  core.update({ transcript: { ...core.state.transcript, conversation: conversation as never } });
}

/**
 * Tells a visitor who waits what to expect, in a place of the chat. If no person is here and answers can go by mail, asks
 * for an address.
 */
export async function tell(place: HTMLElement | null, inside: Inside, isGone: () => boolean): Promise<void> {
  const { session, state } = inside.core;
  const { texts } = state.settings;
  const [, , channel = ''] = location.pathname.split('/');
  const told: Told = await Promise.resolve(session?.ask({ path: `/api/channels/${channel}/handover` })).then(
    (data) => data ?? {},
    () => ({}),
  );
  if (isGone()) return;
  const line = Object.assign(document.createElement('p'), { className: 'notice', dir: 'auto' });
  line.textContent = expectation(told, texts);
  place?.replaceChildren(line);
  if (told['byMail'] !== true || (told['open'] !== false && told['here'] !== false)) return;
  const { askAddress } = await import('./mail.ts');
  if (place !== null && !isGone()) await askAddress(place, inside);
}

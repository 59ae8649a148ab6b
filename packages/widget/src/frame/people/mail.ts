import type { Inside } from '../chat-controls.ts';

/*
 * Loaded by chats whose visitors wait while no person is here. It imports nothing at run time, so that it doesn't split the
 * chat, and brings its texts.
 */

/** The invitation to leave an address, and the sentence once it is left; `{email}` is the address. */
type Words = readonly [invitation: string, left: string];

const english: Words = [
  'No person is here now. Leave your email address, and the answer also comes by mail.',
  'The answer also goes to {email}.',
];

const words: Readonly<Record<string, Words>> = {
  ar: ['لا يوجد أحد الآن. اترك عنوان بريدك الإلكتروني، وسيصلك الرد بالبريد أيضًا.', 'سيصل الرد أيضًا إلى {email}.'],
  bn: ['এখন কেউ নেই। আপনার ইমেইল ঠিকানা দিন, উত্তর ইমেইলেও আসবে।', 'উত্তর {email} ঠিকানাতেও যাবে।'],
  de: [
    'Gerade ist niemand da. Hinterlassen Sie Ihre E-Mail-Adresse, dann kommt die Antwort auch per E-Mail.',
    'Die Antwort geht auch an {email}.',
  ],
  es: [
    'Ahora no hay nadie. Deje su correo electrónico y la respuesta también le llegará por correo.',
    'La respuesta también se enviará a {email}.',
  ],
  fr: [
    'Personne n’est là pour le moment. Laissez votre adresse e-mail : la réponse arrivera aussi par e-mail.',
    'La réponse sera aussi envoyée à {email}.',
  ],
  hi: ['अभी कोई उपलब्ध नहीं है। अपना ईमेल पता दें, उत्तर ईमेल से भी आएगा।', 'उत्तर {email} पर भी भेजा जाएगा।'],
  it: [
    'Al momento non c’è nessuno. Lasci il Suo indirizzo e-mail: la risposta arriverà anche per e-mail.',
    'La risposta arriverà anche a {email}.',
  ],
  ja: [
    'ただいま担当者が不在です。メールアドレスをご入力いただくと、回答をメールでもお送りします。',
    '回答は{email}にもお送りします。',
  ],
  pt: [
    'Não há ninguém agora. Deixe seu e-mail e a resposta também chegará por e-mail.',
    'A resposta também será enviada para {email}.',
  ],
  ru: [
    'Сейчас никого нет. Оставьте адрес электронной почты, и ответ придёт также по почте.',
    'Ответ придёт также на {email}.',
  ],
  tr: [
    'Şu anda kimse yok. E-posta adresinizi bırakın, yanıt e-postayla da gelsin.',
    'Yanıt {email} adresine de gönderilecek.',
  ],
  zh: ['目前没有人在线。请留下您的邮箱，回复也会发送到邮箱。', '回复也会发送到 {email}。'],
};

/** Asks for the address to which the answer also goes, below what is in a place of the chat. */
export async function askAddress(place: HTMLElement, { core }: Inside): Promise<void> {
  const { session, conversation, state } = core;
  if (session === undefined || conversation === null) return;
  const { texts, form } = state.settings;
  const { lang } = document.documentElement;
  const [invitation, left] = words[lang] ?? english;
  const path = `/api/conversations/${conversation}/answer-address`;
  const show = (email: string) => {
    const line = Object.assign(document.createElement('p'), { className: 'notice', dir: 'auto' });
    line.textContent = left.replace('{email}', email);
    box.replaceChildren(line);
  };
  const box = document.createElement('div');
  const known = form?.fields.find(({ type, key }) => type === 'email' && state.answers?.[key])?.key;
  const email = Object.assign(document.createElement('input'), {
    ...{ type: 'email', id: 'answer-email', autocomplete: 'email', required: true },
    value: known === undefined ? '' : String(state.answers?.[known]),
  });
  const label = Object.assign(document.createElement('label'), { htmlFor: email.id, textContent: invitation });
  const problem = Object.assign(document.createElement('p'), { className: 'note bad', id: 'answer-problem' });
  problem.setAttribute('role', 'alert');
  const send = Object.assign(document.createElement('button'), { className: 'solid', textContent: texts.send });
  const fields = document.createElement('form');
  fields.className = 'field';
  fields.noValidate = true;
  fields.append(label, email, problem, send);
  fields.onsubmit = async (event) => {
    event.preventDefault();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    send.disabled = true;
    try {
      if (!/^\S+@\S+$/.test(email.value.trim())) throw new Error(texts.formEmail);
      await session.ask({ method: 'PUT', path, body: { email: email.value.trim(), timeZone, language: lang } });
      show(email.value.trim());
      return;
    } catch (error) {
      const isOurs = error instanceof Error && error.message === texts.formEmail;
      problem.textContent = isOurs ? texts.formEmail : texts.problem;
      email.setAttribute('aria-invalid', 'true');
      email.setAttribute('aria-describedby', problem.id);
    }
    send.disabled = false;
    email.focus();
  };
  box.append(fields);
  const now = await session.ask({ path }).catch(() => ({ email: null }));
  if (typeof now['email'] === 'string') show(now['email']);
  place.append(box);
}

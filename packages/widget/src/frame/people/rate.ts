import type { Inside } from '../chat-controls.ts';

/*
 * Loaded by chats that ask how satisfied visitors are, once a conversation was closed. It imports nothing at run time, so
 * that it doesn't split the chat, and brings its styles and its texts.
 */

/** The question, the words for 1 and for 5, and the label of the comment. */
type Words = readonly [question: string, worst: string, best: string, comment: string];

const english: Words = [
  'How satisfied are you with this conversation?',
  'Very dissatisfied',
  'Very satisfied',
  'Anything to add?',
];

const words: Readonly<Record<string, Words>> = {
  ar: ['ما مدى رضاك عن هذه المحادثة؟', 'غير راضٍ إطلاقًا', 'راضٍ جدًا', 'هل تودّ إضافة شيء؟'],
  bn: ['এই কথোপকথনে আপনি কতটা সন্তুষ্ট?', 'খুব অসন্তুষ্ট', 'খুব সন্তুষ্ট', 'আর কিছু বলতে চান?'],
  de: [
    'Wie zufrieden sind Sie mit dieser Unterhaltung?',
    'Sehr unzufrieden',
    'Sehr zufrieden',
    'Möchten Sie etwas ergänzen?',
  ],
  es: ['¿Qué tan satisfecho está con esta conversación?', 'Muy insatisfecho', 'Muy satisfecho', '¿Algo que añadir?'],
  fr: ['Êtes-vous satisfait de cette conversation ?', 'Pas du tout satisfait', 'Très satisfait', 'Un mot à ajouter ?'],
  hi: ['इस बातचीत से आप कितने संतुष्ट हैं?', 'बहुत असंतुष्ट', 'बहुत संतुष्ट', 'कुछ और कहना चाहेंगे?'],
  it: [
    'Quanto è soddisfatto di questa conversazione?',
    'Molto insoddisfatto',
    'Molto soddisfatto',
    'Vuole aggiungere qualcosa?',
  ],
  ja: ['この会話にどのくらい満足しましたか？', '非常に不満', '非常に満足', 'ご意見があればお書きください'],
  pt: [
    'Qual é a sua satisfação com esta conversa?',
    'Muito insatisfeito',
    'Muito satisfeito',
    'Quer acrescentar algo?',
  ],
  ru: ['Насколько вы довольны этой беседой?', 'Очень недоволен', 'Очень доволен', 'Хотите что-нибудь добавить?'],
  tr: [
    'Bu konuşmadan ne kadar memnunsunuz?',
    'Hiç memnun değilim',
    'Çok memnunum',
    'Eklemek istediğiniz bir şey var mı?',
  ],
  zh: ['您对这次对话满意吗？', '非常不满意', '非常满意', '还有什么想补充的吗？'],
};

const styles = `
.asked { display: grid; gap: 8px; margin-block-end: 16px; text-align: start; }
.asked fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.asked legend { padding: 0; margin-block-end: 8px; font-weight: 600; }
.asked .steps { display: grid; grid-template-columns: repeat(5, 1fr); gap: 6px; }
.asked .steps label { position: relative; display: grid; place-items: center; min-height: 44px; cursor: pointer;
  border: 1px solid var(--parley-muted-text); border-radius: min(var(--parley-radius), 10px); }
.asked input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.asked .steps label:has(:checked) { background: var(--parley-accent); border-color: var(--parley-accent); color: var(--parley-accent-text); }
.asked .steps label:has(:focus-visible) { outline: 2px solid var(--parley-accent); outline-offset: 2px; }
.asked .ends { display: flex; justify-content: space-between; gap: 12px; margin: 4px 0 0; font-size: 0.85em; color: var(--parley-muted-text); }
.asked .more { display: grid; gap: 8px; }
.asked .more[hidden] { display: none; }
.asked .more label { display: grid; gap: 4px; }
.asked textarea { font: inherit; color: inherit; background: var(--parley-surface); padding: 8px; resize: vertical;
  border: 1px solid var(--parley-muted-text); border-radius: min(var(--parley-radius), 10px); }
.asked p:empty { display: none; }
`;

let isStyled = false;

/** Creates an element with properties and children. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Asks for the satisfaction with the closed conversation in a place of the chat; once, however often it is called. */
export function rate(place: HTMLElement, { core }: Inside): void {
  const { conversation, state } = core;
  if (conversation === null || place.dataset['conversation'] === conversation) return;
  place.dataset['conversation'] = conversation;
  if (!isStyled) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    isStyled = true;
  }
  const { texts, satisfaction: question = '' } = state.settings;
  const [usual, worst, best, ask] = words[document.documentElement.lang] ?? english;
  const given = state.transcript.conversation?.satisfaction ?? null;
  const ends: Readonly<Record<number, string>> = { 1: `1: ${worst}`, 5: `5: ${best}` };
  const steps = [1, 2, 3, 4, 5].map((score) => {
    const input = element('input', { type: 'radio', name: 'score', value: `${score}`, required: true });
    input.checked = given?.score === score;
    input.setAttribute('aria-label', ends[score] ?? `${score}`);
    return element('label', {}, input, score.toLocaleString(document.documentElement.lang));
  });
  const comment = element('textarea', { rows: 2, maxLength: 1000, dir: 'auto', value: given?.comment ?? '' });
  const send = element('button', { className: 'solid' }, texts.send);
  const label = element('label', {}, `${ask} ${texts.formOptional}`, comment);
  const more = element('div', { className: 'more', hidden: given === null }, label, send);
  const told = element('p', {});
  told.setAttribute('role', 'status');
  const hints = element('p', { className: 'ends' }, element('span', {}, worst), element('span', {}, best));
  hints.setAttribute('aria-hidden', 'true');
  const form = element(
    'form',
    { className: 'asked' },
    element(
      'fieldset',
      {},
      element('legend', { dir: 'auto' }, question === '' ? usual : question),
      element('div', { className: 'steps' }, ...steps),
      hints,
    ),
    more,
    told,
  );
  form.onchange = () => {
    more.hidden = false;
  };
  form.oninput = () => told.replaceChildren();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const body = { score: Number(new FormData(form).get('score')), comment: comment.value };
    send.disabled = true;
    try {
      await core.session?.ask({ method: 'POST', path: `/api/conversations/${conversation}/satisfaction`, body });
      told.replaceChildren(texts.thanks);
    } catch {
      told.replaceChildren(texts.problem);
    }
    send.disabled = false;
    send.focus();
  };
  place.replaceChildren(form);
}

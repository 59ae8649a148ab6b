import type { EntryType } from '../../schemas/entries.ts';
import type { ToldEntry } from './store.ts';
import { languageOf } from './texts.ts';

/** The entries that a transcript tells: what a visitor sees, too. Notes, tags, assignments and rests stay inside. */
export const toldEntries = ['taken', 'given_back', 'handed_over', 'closed', 'reopened'] as const satisfies EntryType[];
type Told = (typeof toldEntries)[number];

/** A sentence tells an entry, or that the visitor has asked for a person, or that another agent replies. */
type Sentence = Told | 'asked' | 'other_agent';

/** The sentences of each language. People have no names in them, as in the chat. */
const sentences: Readonly<Record<string, Readonly<Record<Sentence, string>>>> = {
  en: {
    taken: 'A person from the team took over.',
    given_back: 'The team gave the conversation back to the assistant.',
    handed_over: 'The conversation was handed over to the team.',
    asked: 'The visitor asked for a person.',
    other_agent: 'The conversation was handed over to another assistant.',
    ...{ closed: 'The conversation was closed.', reopened: 'The conversation was reopened.' },
  },
  ar: {
    taken: 'تولّى أحد أعضاء الفريق المحادثة.',
    given_back: 'أعاد الفريق المحادثة إلى المساعد.',
    handed_over: 'حُوّلت المحادثة إلى الفريق.',
    asked: 'طلب الزائر التحدث إلى شخص.',
    other_agent: 'حُوّلت المحادثة إلى مساعد آخر.',
    ...{ closed: 'أُغلقت المحادثة.', reopened: 'أُعيد فتح المحادثة.' },
  },
  bn: {
    taken: 'টিমের একজন কথোপকথনের দায়িত্ব নিয়েছেন।',
    given_back: 'টিম কথোপকথনটি সহকারীকে ফিরিয়ে দিয়েছে।',
    handed_over: 'কথোপকথনটি টিমের কাছে হস্তান্তর করা হয়েছে।',
    asked: 'দর্শক একজন মানুষের সঙ্গে কথা বলতে চেয়েছেন।',
    other_agent: 'কথোপকথনটি অন্য একটি সহকারীর কাছে হস্তান্তর করা হয়েছে।',
    ...{ closed: 'কথোপকথনটি বন্ধ করা হয়েছে।', reopened: 'কথোপকথনটি আবার খোলা হয়েছে।' },
  },
  de: {
    taken: 'Eine Person aus dem Team hat übernommen.',
    given_back: 'Das Team hat die Unterhaltung an den Assistenten zurückgegeben.',
    handed_over: 'Die Unterhaltung wurde an das Team übergeben.',
    asked: 'Der Besucher hat nach einer Person gefragt.',
    other_agent: 'Die Unterhaltung wurde an einen anderen Assistenten übergeben.',
    ...{ closed: 'Die Unterhaltung wurde geschlossen.', reopened: 'Die Unterhaltung wurde wieder geöffnet.' },
  },
  es: {
    taken: 'Una persona del equipo se hizo cargo.',
    given_back: 'El equipo devolvió la conversación al asistente.',
    handed_over: 'La conversación pasó al equipo.',
    asked: 'El visitante pidió hablar con una persona.',
    other_agent: 'La conversación pasó a otro asistente.',
    ...{ closed: 'La conversación se cerró.', reopened: 'La conversación se volvió a abrir.' },
  },
  fr: {
    taken: 'Une personne de l’équipe a pris le relais.',
    given_back: 'L’équipe a rendu la conversation à l’assistant.',
    handed_over: 'La conversation a été transmise à l’équipe.',
    asked: 'Le visiteur a demandé à parler à une personne.',
    other_agent: 'La conversation a été transmise à un autre assistant.',
    ...{ closed: 'La conversation a été fermée.', reopened: 'La conversation a été rouverte.' },
  },
  hi: {
    taken: 'टीम के एक व्यक्ति ने बातचीत संभाली।',
    given_back: 'टीम ने बातचीत सहायक को वापस सौंप दी।',
    handed_over: 'बातचीत टीम को सौंपी गई।',
    asked: 'आगंतुक ने किसी व्यक्ति से बात करना चाहा।',
    other_agent: 'बातचीत दूसरे सहायक को सौंपी गई।',
    ...{ closed: 'बातचीत बंद की गई।', reopened: 'बातचीत फिर से खोली गई।' },
  },
  it: {
    taken: 'Una persona del team ha preso in carico la conversazione.',
    given_back: 'Il team ha restituito la conversazione all’assistente.',
    handed_over: 'La conversazione è stata passata al team.',
    asked: 'Il visitatore ha chiesto di parlare con una persona.',
    other_agent: 'La conversazione è stata passata a un altro assistente.',
    ...{ closed: 'La conversazione è stata chiusa.', reopened: 'La conversazione è stata riaperta.' },
  },
  ja: {
    taken: '担当者が対応を引き継ぎました。',
    given_back: '担当者がアシスタントに対応を戻しました。',
    handed_over: '会話が担当者に引き継がれました。',
    asked: '訪問者が担当者との会話を希望しました。',
    other_agent: '会話が別のアシスタントに引き継がれました。',
    ...{ closed: '会話が終了しました。', reopened: '会話が再開されました。' },
  },
  pt: {
    taken: 'Uma pessoa da equipe assumiu a conversa.',
    given_back: 'A equipe devolveu a conversa ao assistente.',
    handed_over: 'A conversa foi encaminhada à equipe.',
    asked: 'O visitante pediu para falar com uma pessoa.',
    other_agent: 'A conversa foi encaminhada a outro assistente.',
    ...{ closed: 'A conversa foi encerrada.', reopened: 'A conversa foi reaberta.' },
  },
  ru: {
    taken: 'К беседе подключился сотрудник.',
    given_back: 'Команда вернула беседу ассистенту.',
    handed_over: 'Беседа передана команде.',
    asked: 'Посетитель попросил соединить с человеком.',
    other_agent: 'Беседа передана другому ассистенту.',
    ...{ closed: 'Беседа закрыта.', reopened: 'Беседа открыта снова.' },
  },
  tr: {
    taken: 'Ekipten biri konuşmayı devraldı.',
    given_back: 'Ekip konuşmayı asistana geri verdi.',
    handed_over: 'Konuşma ekibe aktarıldı.',
    asked: 'Ziyaretçi bir kişiyle görüşmek istedi.',
    other_agent: 'Konuşma başka bir asistana aktarıldı.',
    ...{ closed: 'Konuşma kapatıldı.', reopened: 'Konuşma yeniden açıldı.' },
  },
  zh: {
    taken: '团队成员已接手对话。',
    given_back: '团队已将对话交还给助手。',
    handed_over: '对话已转交给团队。',
    asked: '访客请求人工服务。',
    other_agent: '对话已转交给另一位助手。',
    ...{ closed: '对话已关闭。', reopened: '对话已重新打开。' },
  },
};

/** The sentence that tells an entry in a language (ISO 639-1); undefined for one that stays inside. */
export function sentenceOf({ type, isOfVisitor, isToAgent }: ToldEntry, language: string): string | undefined {
  const told = toldEntries.find((each) => each === type);
  if (told === undefined) return undefined;
  const special = isToAgent ? 'other_agent' : isOfVisitor ? 'asked' : told;
  return sentences[languageOf(language)]?.[told === 'handed_over' ? special : told];
}

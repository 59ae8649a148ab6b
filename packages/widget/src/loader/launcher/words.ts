/** Words of a launcher in a language, as the chat has them. */
export interface Words {
  /** The name of the launcher. */
  readonly open: string;
  /** The words for `{count}` unread replies. */
  readonly unread: string;
  /** The name of the button that closes a bubble. */
  readonly close: string;
}

/** All languages of the chat (`frame/languages/`): one file is smaller than the request for another one. */
const words: Readonly<Record<string, readonly [open: string, unread: string, close: string]>> = {
  ar: ['فتح المحادثة', 'غير مقروءة: {count}', 'إغلاق'],
  bn: ['চ্যাট খুলুন', '{count}টি অপঠিত', 'বন্ধ করুন'],
  de: ['Chat öffnen', '{count} ungelesen', 'Schließen'],
  en: ['Open chat', '{count} unread', 'Close'],
  es: ['Abrir el chat', '{count} sin leer', 'Cerrar'],
  fr: ['Ouvrir le chat', '{count} non lus', 'Fermer'],
  hi: ['चैट खोलें', '{count} अपठित', 'बंद करें'],
  it: ['Apri la chat', '{count} non letti', 'Chiudi'],
  ja: ['チャットを開く', '未読 {count} 件', '閉じる'],
  pt: ['Abrir o chat', '{count} não lidas', 'Fechar'],
  ru: ['Открыть чат', 'Непрочитанных: {count}', 'Закрыть'],
  tr: ['Sohbeti aç', '{count} okunmamış', 'Kapat'],
  zh: ['打开聊天', '{count} 条未读', '关闭'],
};

/** Returns the words in the first of these languages that the chat has (BCP 47); English by default. */
export function wordsIn(languages: readonly string[]): Words {
  const codes = languages.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '');
  const [open = '', unread = '', close = ''] = words[codes.find((code) => Object.hasOwn(words, code)) ?? 'en'] ?? [];
  return { open, unread, close };
}

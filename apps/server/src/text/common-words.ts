import { fold } from './fold.ts';

/**
 * Words that say nothing about what a question is about: articles, pronouns, prepositions, auxiliaries, question words
 * and courtesies of languages that are often asked in. A question in another language has more words that must match.
 */
const lists = [
  // English
  `a an the this that these those there here it its i me my mine we us our you your he him his she her they them their
  and or but if then so than as at by for from in into of off on onto out over to up down with without about after
  before between during through under again is am are was were be been being do does did done doing have has had having
  can could may might must shall should will would what which who whom whose when where why how much many long any some
  all every each no not nor only also just too very more most other another such please thanks thank hello hi hey tell
  know say show give want need like get got let make take help find there's what's how's i'm don't doesn't can't dear
  ok okay yes good morning evening bye goodbye really actually me`,
  // German
  `der die das den dem des ein eine einer eines einem einen und oder aber wenn dann als wie was wer wen wem wessen wo
  wann warum wieso weshalb welche welcher welches welchen wohin woher ich mich mir mein meine meinen meiner du dich dir
  dein deine er ihn ihm sie ihr ihre ihren es wir uns unser unsere euch euer ist bin bist sind seid war waren wird werden
  wurde worden sein hat habe haben hatte hatten kann kannst können könnte darf dürfen muss müssen soll sollen will wollen
  möchte mag in im an am auf aus bei beim bis durch für gegen mit nach ohne über um unter von vom vor zu zum zur
  zwischen nicht kein keine keinen auch nur noch schon sehr mehr viel viele etwas alle alles man bitte danke hallo guten
  tag morgen mir gibt geben sagen wissen sich dass ob hier dort ja nein denn doch mal lange`,
  // French
  `le la les un une des du de d l au aux et ou où mais si que qui quoi quel quelle quels quelles quand comment pourquoi
  combien est sont suis es êtes sommes était être été ai as a avons avez ont avoir eu fait faire peut peux pouvez puis je
  tu il elle on nous vous ils elles me te se mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette
  ces ça cela c j m t s n qu y en dans sur sous par pour avec sans vers chez entre ne pas plus moins très aussi tout tous
  toute merci bonjour salut svp plaît plait dire dites savoir veux veut voulez voudrais est-ce faut`,
  // Spanish
  `el los las lo al del una unos unas y o u pero si que qué quien quién cual cuál cuales cuando cuándo donde dónde como
  cómo cuanto cuánto cuanta cuantos por para con sin sobre entre desde hasta es son está están ser estar fue hay ha he
  han tiene tengo tienen puede puedo pueden yo tú usted ustedes nosotros mi mis tu su sus me te se nos no sí más muy
  también todo todos gracias hola favor quiero decir saber a ante de en`,
  // Portuguese
  `os as um uma uns umas e ou mas não sim mais muito também tudo todos quem qual quais quando onde como quanto quantos
  porque por para com sem sobre entre até é são está estão ser foi há tem têm pode posso eu você vocês nós meu minha
  seu sua no na nos nas do da dos das ao à pelo pela obrigado olá favor a o e de em que se`,
  // Italian
  `il lo gli i uno e ed o ma se che chi cosa quale quali quando dove come quanto quanta quanti perché per con senza su
  tra fra da dal della delle dei nel nella sul è sono sei siamo era essere ho hai ha abbiamo hanno può posso io tu lui
  lei noi voi loro mio mia suo sua mi ti si ci vi non più molto anche tutto tutti grazie ciao favore vorrei c'è`,
  // Dutch
  `de het een en of maar als dan wat wie waar wanneer waarom hoe welke is zijn was waren ben bent wordt worden heeft heb
  hebben kan kunnen mag moet zal zou ik mij mijn jij je jouw hij zij ze wij we ons onze u uw in op aan uit bij met voor
  van naar om over onder tot door niet geen ook nog al veel meer alle dit dat deze die er hier daar bedankt hallo graag`,
  // Polish
  `i w z na do od po za o u przez dla pod nad przy bez jest są był być mam ma mają mogę można może co kto gdzie kiedy
  jak ile dlaczego czy który która które ten ta to tego ja ty on ona my wy oni mój moja twój się nie tak też bardzo`,
  // Turkish
  `ve veya ama ile için de da mi mı mu mü ne kim nerede nasıl neden niçin kaç hangi bu şu o ben sen biz siz bir var yok
  çok daha değil olarak gibi kadar lütfen teşekkürler merhaba`,
  // Russian
  `и или но а если то что чтобы кто где куда откуда когда почему зачем как какой какая какое какие сколько чей ли же бы
  в во на по за из от до для при под над о об с со к ко у без через между это этот эта эти тот та те я мне меня мой моя
  мои ты тебя твой он его она её ее ему мы нас нам наш вы вас вам ваш они их им быть есть был была было были будет можно
  могу может нужно надо не нет да уже ещё еще очень все всё весь так там тут здесь только также спасибо привет
  здравствуйте пожалуйста скажите`,
  // Ukrainian
  `і й та або але якщо що хто де куди коли чому як який яка які скільки чи це цей ця ці я мені мій ви ваш вони є був у
  від до для при під над про з зі не ні так дуже дякую привіт`,
  // Arabic
  `في من الى إلى على عن مع هذا هذه ذلك تلك هو هي هم انا أنا نحن انت أنت ما ماذا متى اين أين كيف لماذا كم هل من اي أي
  التي الذي الذين كان كانت يكون هناك لا لم لن ليس نعم و أو او ثم قد كل بعض عند بعد قبل بين حتى يمكن يمكنني شكرا مرحبا`,
  // Persian
  `و در به از که این آن را با است برای تا چه کی کجا چرا چگونه چند آیا می هست من شما ما`,
  // Hindi
  `का के की को में से पर और या लेकिन अगर तो यह वह ये वे है हैं था थे थी हो होता होती होते क्या कौन कहाँ कहां कब क्यों
  कैसे कितना कितनी कितने किस मैं मुझे मेरा मेरी हम हमारा आप आपका आपके आपकी तुम उसका इस उस ने भी नहीं जी कर करना करने
  करें सकता सकते सकती लिए साथ तक कोई कुछ सब बहुत धन्यवाद नमस्ते कृपया`,
  // Chinese
  `的 了 是 在 有 和 与 或 但 如果 我 我们 你 您 你们 他 她 它 他们 这 那 这个 那个 什么 甚么 谁 哪 哪里 哪儿 哪个 何时
  什么时候 时候 怎么 怎样 怎么样 如何 为什么 多少 几 多 吗 呢 吧 啊 不 没 没有 也 都 就 还 很 可以 能 会 要 想 请 请问 谢谢 你好
  您好 对 从 到 给 把 被 让 一个 个 一 些 之 其 及 等 為 為什麼 什麼 嗎 怎麼 這 個 們 我們 你們 們`,
  // Japanese
  `の は が を に へ と も や か から まで より で です ます だ である ある いる する した して いつ どこ だれ 誰 何 なに なん どう
  どの どれ どんな なぜ いくら いくつ これ それ あれ この その あの ください お願い ありがとう こんにちは はい いいえ ない ません
  でしょう ですか ますか 私 あなた こと もの ため よう でき できる できます れる られ られる なり なる ば たい`,
  // Korean
  `은 는 이 가 을 를 에 의 로 으로 에서 와 과 도 만 무엇 뭐 누구 어디 언제 왜 어떻게 얼마 얼마나 몇 어떤 이것 그것 저것 나는 저는
  우리 있나요 있습니까 인가요 입니까 합니까 하나요 할 수 있는 있다 하다 주세요 안녕하세요 감사합니다`,
  // Thai
  `ที่ และ หรือ แต่ ถ้า ของ ใน จาก ไป มา ให้ ได้ เป็น อยู่ คือ มี ไม่ จะ ก็ แล้ว นี้ นั้น อะไร ใคร ไหน ที่ไหน เมื่อไหร่
  เมื่อไร ทำไม อย่างไร ยังไง เท่าไหร่ เท่าไร กี่ ไหม มั้ย หรือไม่ ครับ ค่ะ คะ ผม ฉัน ดิฉัน คุณ เรา เขา สวัสดี ขอบคุณ ต้อง
  การ ความ โดย กับ ด้วย ว่า ซึ่ง บ้าง ขอ ช่วย บอก สามารถ ใช้`,
];

const languages = lists.map(
  (list) => new Set(list.split(/\s+/).flatMap((word) => [fold(word), ...fold(word).split(/['’-]/)])),
);

/**
 * Returns the common words of one language: the one whose list contains most of some folded words. So `hat`, an
 * auxiliary in German, stays a word in English.
 */
export function commonAmong(words: readonly string[]): ReadonlySet<string> {
  let most: ReadonlySet<string> = new Set();
  for (const language of languages) {
    const found = new Set(words.filter((word) => language.has(word)));
    if (found.size > most.size) most = found;
  }
  return most;
}

/** Greetings and thanks, in the languages above. */
const courtesies = new Set(
  `hello hi hey thanks thank you good morning evening day afternoon bye goodbye ok okay cheers welcome great perfect yes no
  hallo guten tag morgen abend danke dank vielen schon ja nein tschuss servus moin prima super
  bonjour salut merci beaucoup bonsoir au revoir oui non hola gracias buenos dias buenas tardes noches adios si
  ciao grazie mille buongiorno buonasera ola obrigado obrigada bom dia boa tarde dag bedankt dank je wel goedemorgen
  dzien dobry dziekuje czesc merhaba tesekkurler привет здравствуйте спасибо добрый день да нет дякую привіт
  مرحبا شكرا السلام عليكم नमस्ते धन्यवाद 你好 您好 谢谢 再见 早上好 こんにちは ありがとう ございます ありがとうございます おはよう
  안녕하세요 감사합니다 สวัสดี ขอบคุณ ครับ ค่ะ`
    .split(/\s+/)
    .map(fold),
);

/** Max words of a courtesy: a longer text says more. */
const courtesyWords = 6;

/** True if a text only greets or thanks, so that there is nothing to answer. */
export function isCourtesy(text: string): boolean {
  if (text.length > 100) return false;
  const words = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length <= courtesyWords && words.every((word) => courtesies.has(word));
}

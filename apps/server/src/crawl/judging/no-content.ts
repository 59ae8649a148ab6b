import type { SourceFailure } from '../../extract/document.ts';
import { failure } from '../problems.ts';

/** Facts about a page that was sent with status 200. */
export interface JudgedPage {
  /** URL that was asked for, and the one after redirects. */
  readonly asked: string;
  readonly url: string;
  /** The start of its source. */
  readonly html: string;
  readonly title: string;
  /** Its first heading, and the start of its text; empty if it has none. */
  readonly heading: string;
  readonly text: string;
  /** Number of characters of its text. */
  readonly length: number;
}

/** Max characters of a page that may be no content; a longer one is. */
const short = { challenge: 600, missing: 600, signIn: 1_000 } as const;

/** Titles of the pages with which bot protection answers. */
const challengeTitle =
  /^\P{L}*(?:just a moment|checking your browser.{0,40}|attention required|one moment,? please|ddos-?guard|access denied|human verification|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|robot check|bot verification|pardon our interruption|client challenge|security check(?:point)?|making sure you.{1,6}re not a bot)\P{L}*$/iu;
/** Parts of such pages; some are in ordinary pages, too. */
const challengeParts =
  /\/cdn-cgi\/challenge-platform\/|cf-browser-verification|cf_chl_opt|_Incapsula_Resource|captcha-delivery\.com|px-captcha|awsWafCookieDomainList|AwsWafIntegration|ddos-guard|\/\.well-known\/sgcaptcha|cmd\/anubis/i;
const challengeText =
  /just a moment|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|not a (?:ro)?bot|enable javascript and cookies to continue|unusual traffic|press (?:&|and) hold|access to this page has been denied|incapsula incident|request unsuccessful/i;

/** Titles of pages that say with status 200 that there is no page. */
const missing =
  /^\P{L}{0,40}(?:(?:error|http|fehler|erreur|errore|ошибка)\P{L}{0,40})?(?:404\P{L}{0,40})?(?:(?:sorry|oops|whoops)\P{L}{0,40})?(?:(?:page|file|site|resource|document) (?:was )?not found|not found|(?:the |this |that )?page (?:(?:that )?you(?: have)? requested |you(?: a|['’])re looking for )?(?:can(?:no|['’])t be found|could(?: not|n['’]t) be found|does(?: not|n['’]t) exist|no longer exists)|(?:die )?seite (?:wurde )?(?:nicht gefunden|existiert nicht)|page (?:introuvable|non trouvée)|p[áa]gina (?:no (?:se ha )?encontrada|não encontrada|non trovata|niet gevonden)|nie znaleziono strony|strona nie (?:została )?znalezion[ay]|страница не найдена|sayfa bulunamadı|页面(?:不存在|未找到)|找不到(?:页面|網頁)|ページが見つかりません(?:でした)?|페이지를 찾을 수 없습니다)\P{L}{0,40}$/iu;
const missingNumber = /^\P{L}*(?:(?:http|error)\P{L}*)*404\P{L}*(?:error\P{L}*)?$/iu;

const signIn =
  /^\P{L}*(?:(?:please )?(?:log|sign)[ -]?in(?: to .{1,60}| required)?|login(?: page)?|member login|anmeld(?:en|ung)|einloggen|connexion|se connecter|identification|iniciar sesi[óo]n|acceder|accedi|entrar|iniciar sess[ãa]o|inloggen|zaloguj(?: się)?|logowanie|вход|войти|giriş yap|登录|登入|ログイン|로그인)\P{L}*$/iu;
const signInPath = /\/(?:log-?in|sign-?in|sso|auth|authorize|oauth2?|saml2?|wp-login\.php|users\/sign_in)(?:[/.?]|$)/i;
const password = /<input\b[^>]{0,500}\btype\s{0,3}=\s{0,3}["']?password/i;

/** Returns why a page that was sent is no content: a check of visitors, a missing page, a form to sign in. */
export function noContentReason(page: JudgedPage): SourceFailure | undefined {
  const { url, length } = page;
  const { host } = new URL(url);
  if (length < short.challenge && isChallenge(page)) return challenge(host);
  const names = [...partsOf(page.title), page.heading];
  if (length < short.missing && names.some((name) => missing.test(name) || missingNumber.test(name))) {
    return failure('http_error', `${host} says that it has no such page, though with status 200.`, {
      hint: 'Correct the address, or remove the source.',
    });
  }
  if (length < short.signIn && isSignIn(page, names)) {
    return failure('http_error', `${host} asks to sign in before it shows the page.`, {
      hint: 'Make the page public, or upload its content as a file.',
    });
  }
  return undefined;
}

/** The failure of a page behind bot protection. */
export const challenge = (host: string): SourceFailure =>
  failure('http_error', `${host} checks its visitors for bots and did not send the page.`, {
    hint: 'Allow the user agent ParleyBot in the bot protection of the site, or upload the content as a file.',
  });

function isChallenge({ html, title, text }: JudgedPage): boolean {
  if (partsOf(title).some((part) => challengeTitle.test(part))) return true;
  return challengeParts.test(html) && (challengeText.test(text) || challengeText.test(title));
}

function isSignIn({ asked, url, html }: JudgedPage, names: readonly string[]): boolean {
  const isNamed = names.some((name) => signIn.test(name));
  const isPath = signInPath.test(new URL(url).pathname);
  if (password.test(html)) return isNamed || isPath;
  return isNamed && isPath && new URL(asked).pathname !== new URL(url).pathname;
}

/** A title, and the parts of it that a site's name is divided from. */
const partsOf = (title: string): string[] => [title, ...title.split(/\s{0,20}[|·•]\s{0,20}|\s{1,20}[-–—:]\s{1,20}/)];

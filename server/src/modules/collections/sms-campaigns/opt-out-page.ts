import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../../../db/database.ts';
import { escapeHtml } from '../../../http/escape-html.ts';
import { optOut, optOutOf } from './opt-out.ts';

/** The page loads nothing, and its form leads back to it. */
const POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const TOKEN = /^[\w-]{12,40}$/;
const BODY_BYTES = 1_024;

const WORDS = {
  en: {
    title: 'Stop offers',
    ask: (lender: string) => `Stop offers from ${lender}?`,
    effect:
      'We will no longer send you offers by SMS or call you about them. Messages about a loan you have still come.',
    button: 'Stop offers',
    done: (lender: string) => `You will get no more offers from ${lender}.`,
    unknown: 'This link is not valid.',
    limited: 'Too many requests. Try again in a minute.',
  },
  sw: {
    title: 'Acha ofa',
    ask: (lender: string) => `Ungependa kuacha kupokea ofa kutoka ${lender}?`,
    effect: 'Hatutakutumia tena ofa kwa SMS wala kukupigia simu kuhusu ofa. Ujumbe kuhusu mkopo ulio nao utaendelea.',
    button: 'Acha ofa',
    done: (lender: string) => `Hutapokea tena ofa kutoka ${lender}.`,
    unknown: 'Kiungo hiki si sahihi.',
    limited: 'Maombi ni mengi mno. Jaribu tena baada ya dakika moja.',
  },
} as const;
type Language = keyof typeof WORDS;

type Asked = FastifyRequest<{ Params: { token: string } }>;

/**
 * `/o/<token>`: where a person stops offers, apart from the console and without a session. Opening it changes nothing:
 * previews of messengers open links, too. It shows no phone.
 */
export function registerOptOutPage(app: FastifyInstance, db: Database): void {
  const asks = new RateLimiterMemory({ points: 60, duration: 60 });

  const isWithin = async ({ ip }: Asked): Promise<boolean> =>
    await asks.consume(ip).then(
      () => true,
      () => false,
    );
  const known = async (token: string) => (TOKEN.test(token) ? await optOutOf(db, token) : null);

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_request, _body, done) => done(null, {}),
    );
    scope.get('/o/:token', async (request: Asked, reply) => {
      const language = languageOf(request);
      const t = WORDS[language];
      if (!(await isWithin(request))) return await send(reply, 429, { language, text: t.limited });
      const whose = await known(request.params.token);
      if (whose === null) return await send(reply, 404, { language, text: t.unknown });
      if (whose.isShut) return await send(reply, 200, { language, text: t.done(whose.merchantName) });
      return await send(reply, 200, {
        language,
        text: t.ask(whose.merchantName),
        more: t.effect,
        button: t.button,
      });
    });
    scope.post('/o/:token', async (request: Asked, reply) => {
      const language = languageOf(request);
      const t = WORDS[language];
      if (!(await isWithin(request))) return await send(reply, 429, { language, text: t.limited });
      const whose = await known(request.params.token);
      if (whose === null || !(await optOut(db, request.params.token))) {
        return await send(reply, 404, { language, text: t.unknown });
      }
      return await send(reply, 200, { language, text: t.done(whose.merchantName) });
    });
  });
}

const languageOf = ({ headers }: Asked): Language => (/^sw\b/i.test(headers['accept-language'] ?? '') ? 'sw' : 'en');

interface Page {
  readonly language: Language;
  readonly text: string;
  readonly more?: string;
  readonly button?: string;
}

async function send(
  reply: FastifyReply,
  status: number,
  { language, text, more, button }: Page,
): Promise<FastifyReply> {
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(WORDS[language].title)}</title></head>
<body><main><h1>${escapeHtml(text)}</h1>
${more === undefined ? '' : `<p>${escapeHtml(more)}</p>`}
${button === undefined ? '' : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`}
</main></body></html>`;
  return await reply
    .status(status)
    .header('content-security-policy', POLICY)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html);
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { payScript, payStyle } from './pay-assets.ts';
import { payHtml } from './pay-html.ts';
import { payByLink } from './pay.ts';
import type { PayLanguage, PayNotice } from './pay-texts.ts';
import { readPayView } from './pay-view.ts';
import { linkOfToken } from './token.ts';

interface Parts {
  readonly db: Database;
  readonly services: Services;
}

/** The page loads nothing but its own style and script, and its form leads back to it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
const BODY_BYTES = 1_024;
const KEY = /^[0-9a-f-]{36}$/;

type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: string } }>;

/**
 * `/pay/<token>`: the page that a customer pays on, apart from the console and without a session. A token that we did
 * not sign, of whichever shape, is one that is not found.
 */
export function registerPayPage(app: FastifyInstance, { db, services }: Parts): void {
  // An address that reads, one that guesses, and a link whose button is pressed.
  const reads = new RateLimiterMemory({ points: 120, duration: 60 });
  const guesses = new RateLimiterMemory({ points: 20, duration: 60 });
  const presses = new RateLimiterMemory({ points: 5, duration: 600 });

  const show = async (request: Asked, reply: FastifyReply, more: { notice?: PayNotice; status?: number } = {}) => {
    if (!(await isWithin(reads, request.ip))) return await answer(reply, 429, 'limited', languageOf(request));
    const linkNo = await linkOfToken(db, request.params.token);
    if (linkNo === null) {
      const isLimited = !(await isWithin(guesses, request.ip));
      return await answer(reply, isLimited ? 429 : 404, isLimited ? 'limited' : 'unknown', languageOf(request));
    }
    const view = await readPayView({ db, services }, linkNo, new Date());
    const language = languageOf(request, view.language);
    const html = payHtml(view, { language, requestKey: randomUUID(), notice: more.notice });
    return await page(reply, more.status ?? 200).send(html);
  };

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get('/pay/page.css', async (_, reply) => await asset(reply, 'text/css').send(payStyle));
    scope.get('/pay/page.js', async (_, reply) => await asset(reply, 'text/javascript').send(payScript));
    scope.get('/pay/:token', async (request: Asked, reply) => await show(request, reply));
    scope.post('/pay/:token', async (request: Asked, reply) => {
      const requestKey = request.body instanceof URLSearchParams ? (request.body.get('key') ?? '') : '';
      const linkNo = KEY.test(requestKey) ? await linkOfToken(db, request.params.token) : null;
      if (linkNo === null) return await show(request, reply, { status: 400 });
      if (!(await isWithin(presses, linkNo))) return await show(request, reply, { status: 429, notice: 'often' });
      const press = { db, services, linkNo, requestKey, log: request.log, requestId: request.id, address: request.ip };
      const notice = await payByLink(press);
      if (notice !== null) return await show(request, reply, { status: 409, notice });
      return await page(reply, 303).header('location', addressOf(request)).send();
    });
  });
}

async function isWithin(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

const addressOf = ({ params, query }: Asked): string =>
  `/pay/${params.token}${query.lang === 'en' || query.lang === 'sw' ? `?lang=${query.lang}` : ''}`;

/** What was chosen, else the customer's, else the browser's. */
function languageOf({ query, headers }: Asked, ofCustomer?: PayLanguage): PayLanguage {
  if (query.lang === 'en' || query.lang === 'sw') return query.lang;
  return ofCustomer ?? (/^sw\b/i.test(headers['accept-language'] ?? '') ? 'sw' : 'en');
}

const page = (reply: FastifyReply, status: number): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', POLICY)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store');

const answer = async (reply: FastifyReply, status: number, state: 'unknown' | 'limited', language: PayLanguage) =>
  await page(reply, status).send(payHtml({ state }, { language, requestKey: '' }));

const asset = (reply: FastifyReply, type: string): FastifyReply =>
  reply.header('content-type', `${type}; charset=utf-8`).header('cache-control', 'public, max-age=31536000, immutable');

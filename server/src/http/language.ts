import type { FastifyRequest } from 'fastify';

/** The language a call asks for, as its `lang` header says; `en` where it says nothing usable. */
export function languageCodeOf(request: Pick<FastifyRequest, 'headers'>): string {
  const header = request.headers['lang'];
  const code = typeof header === 'string' ? header.trim().toLowerCase() : '';
  return /^[a-z]{2,4}$/.test(code) ? code : 'en';
}

/** The language for texts made on the server, which are written in English and Chinese. */
export function serverLanguageOf(request: Pick<FastifyRequest, 'headers'>): 'en' | 'zh' {
  return languageCodeOf(request) === 'zh' ? 'zh' : 'en';
}

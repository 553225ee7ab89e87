import type { CallBasics } from '../../../http/implement.ts';

const MAX_LENGTH = 64;

/** Pure. A header's bytes as text: some networks send UTF-8, others percent signs. */
export function cityIn(header: string): string | null {
  const utf8 = Buffer.from(header, 'latin1').toString('utf8');
  const text = /%[0-9a-f]{2}/i.test(utf8) ? decoded(utf8) : utf8;
  const city = text.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_LENGTH);
  return city === '' ? null : city;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The city of the caller's address, as the network in front of this server names it; null where nobody believed does. */
export function cityOf({ services, raw: { request } }: Pick<CallBasics, 'services' | 'raw'>): string | null {
  const { ipCityHeader } = services.settings;
  // Without a proxy that is believed, whoever calls wrote the header.
  if (ipCityHeader === null || request.ip === request.socket.remoteAddress) return null;
  const told = request.headers[ipCityHeader];
  return typeof told === 'string' ? cityIn(told) : null;
}

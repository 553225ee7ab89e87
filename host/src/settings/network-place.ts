/** From where a session is used, as far as its address says. */
export type NetworkPlace = 'server' | 'company' | 'internet';

const SERVER = /^(127\.|::1$)/;
/** Private and link-local ranges: the company's own network, or its VPN. */
const COMPANY = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

export function placeOf(address: string): NetworkPlace {
  const plain = address.replace(/^::ffff:/i, '');
  if (SERVER.test(plain)) return 'server';
  return COMPANY.test(plain) ? 'company' : 'internet';
}

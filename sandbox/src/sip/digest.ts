import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { headerOf, methodOf, type SipMessage } from './message.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Digest (RFC 3261, 22) for passwords that expire, as Kamailio's `auth_ephemeral` has them: the name begins with its
 * expiry in seconds, and the password is its HMAC-SHA1.
 */
export class EphemeralDigest {
  readonly #realm: string;
  readonly #secret: string;
  /** Nonces that were given out; one is good until its connection ends. */
  readonly #nonces = new Set<string>();

  constructor(realm: string, secret: string) {
    this.#realm = realm;
    this.#secret = secret;
  }

  challenge(): string {
    const nonce = randomBytes(16).toString('hex');
    this.#nonces.add(nonce);
    return `Digest realm="${this.#realm}", nonce="${nonce}", algorithm=MD5, qop="auth"`;
  }

  /** Whose request it is; null where it has no proof, or none that holds now. */
  userOf(request: SipMessage, now: number): string | null {
    const field = (name: string): string =>
      new RegExp(`[ ,]${name}="?([^",]+)"?`).exec(
        ` ${headerOf(request, 'authorization').replace(/^Digest /, '')}`,
      )?.[1] ?? '';
    const username = field('username');
    const [expires = '', user = ''] = username.split(':');
    if (user === '' || Number(expires) * 1000 < now || !this.#nonces.has(field('nonce'))) return null;
    const password = createHmac('sha1', this.#secret).update(username).digest('base64');
    const ha1 = md5(`${username}:${this.#realm}:${password}`);
    const ha2 = md5(`${methodOf(request)}:${field('uri')}`);
    const middle = field('qop') === '' ? '' : `${field('nc')}:${field('cnonce')}:${field('qop')}:`;
    const expected = md5(`${ha1}:${field('nonce')}:${middle}${ha2}`);
    return isSame(expected, field('response')) ? user : null;
  }
}

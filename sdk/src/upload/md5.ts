import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A running MD5 (RFC 1321) of bytes that come piece by piece. */
export interface Md5 {
  /** Takes in more bytes. */
  update(bytes: Uint8Array): void;
  /** The digest in 32 lower-case hexadecimal digits. Nothing can be taken in afterwards. */
  digest(): string;
}

/**
 * Starts an MD5. In JavaScript: WebAssembly would be faster but needs `'wasm-unsafe-eval'` in the content security
 * policy, which this product does not grant.
 */
export function createMd5(): Md5 {
  const hash = md5.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => bytesToHex(hash.digest()),
  };
}

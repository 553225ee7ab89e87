/**
 * MD5 of bytes that come piece by piece (RFC 1321). WebAssembly would be faster but needs
 * `'wasm-unsafe-eval'` in the content security policy, which this product does not grant.
 */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Int32Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));
const BLOCK_BYTES = 64;

/** Which of a block's 16 words a step reads. */
function wordOf(step: number): number {
  if (step < 16) return step;
  if (step < 32) return (5 * step + 1) & 15;
  return step < 48 ? (3 * step + 5) & 15 : (7 * step) & 15;
}

const WORDS = Int32Array.from({ length: 64 }, (_, step) => wordOf(step));
const TURNS = Int32Array.from({ length: 64 }, (_, index) => SHIFTS[(index >> 4) * 4 + (index & 3)] ?? 0);

function mixBlock(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const mixed =
      index < 16 ? (b & c) | (~b & d) : index < 32 ? (d & b) | (~d & c) : index < 48 ? b ^ c ^ d : c ^ (b | ~d);
    const sum = (a + mixed + (SINES[index] ?? 0) + (words[WORDS[index] ?? 0] ?? 0)) | 0;
    const turn = TURNS[index] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
}

/** A running MD5. */
export interface Md5 {
  /** Takes in more bytes. */
  update(bytes: Uint8Array): void;
  /** The digest in 32 lower-case hexadecimal digits. Nothing can be taken in afterwards. */
  digest(): string;
}

/** Starts an MD5. */
export function createMd5(): Md5 {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  const rest = new Uint8Array(BLOCK_BYTES);
  let restBytes = 0;
  let totalBytes = 0;

  function block(bytes: Uint8Array, at: number): void {
    for (let index = 0; index < 16; index += 1) {
      const from = at + index * 4;
      words[index] =
        (bytes[from] ?? 0) |
        ((bytes[from + 1] ?? 0) << 8) |
        ((bytes[from + 2] ?? 0) << 16) |
        ((bytes[from + 3] ?? 0) << 24);
    }
    mixBlock(state, words);
  }

  function take(bytes: Uint8Array): void {
    let at = 0;
    if (restBytes > 0) {
      at = Math.min(BLOCK_BYTES - restBytes, bytes.length);
      rest.set(bytes.subarray(0, at), restBytes);
      restBytes += at;
      if (restBytes < BLOCK_BYTES) return;
      block(rest, 0);
      restBytes = 0;
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) block(bytes, at);
    rest.set(bytes.subarray(at));
    restBytes = bytes.length - at;
  }

  return {
    update(bytes) {
      totalBytes += bytes.length;
      take(bytes);
    },
    digest() {
      const padding = new Uint8Array((restBytes < 56 ? 64 : 128) - restBytes);
      padding[0] = 0x80;
      const lengthAt = padding.length - 8;
      const view = new DataView(padding.buffer);
      view.setUint32(lengthAt, (totalBytes * 8) >>> 0, true);
      view.setUint32(lengthAt + 4, Math.floor(totalBytes / 2 ** 29), true);
      take(padding);
      return Array.from(new Uint8Array(state.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

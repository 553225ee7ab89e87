/** What is handed on at a time: large enough that nobody is asked for each row, small enough to be cleared away young. */
const CHUNK = 131_072;

/** UTF-8 takes up to three bytes for each of JavaScript's characters. */
const BYTES_A_CHARACTER = 3;

/** Marks the bytes, and characters below 256, that a format writes as they are. */
export type Plain = Uint8Array;

/** All bytes are plain from the blank on, those above ASCII, too, but for some characters. */
export function plainBut(others: string): Plain {
  const plain = new Uint8Array(256).fill(1, 32);
  for (const character of others) plain[character.charCodeAt(0)] = 0;
  return plain;
}

/**
 * A file as it is written: bytes one after the other in buffers that are handed on once they are full. Twenty
 * million cells in a large file: nothing here makes a text, an array or a closure for one of them.
 */
export class ByteOutput {
  #open = Buffer.allocUnsafe(CHUNK);
  #used = 0;
  #full: Buffer[] = [];

  /** Makes room for so many bytes; `plain` and `copy` count on it. */
  reserve(bytes: number): void {
    if (this.#open.length - this.#used >= bytes) return;
    if (this.#used > 0) this.#full.push(this.#open.subarray(0, this.#used));
    this.#open = Buffer.allocUnsafe(Math.max(CHUNK, bytes));
    this.#used = 0;
  }

  /** Writes bytes that are all plain; otherwise nothing, and answers false. */
  plain(source: Uint8Array, from: number, to: number, plain: Plain): boolean {
    const open = this.#open;
    let at = this.#used;
    for (let index = from; index < to; index += 1) {
      const byte = source[index] ?? 0;
      if (plain[byte] === 0) return false;
      open[at] = byte;
      at += 1;
    }
    this.#used = at;
    return true;
  }

  /** The same of a text; one beyond ASCII is not plain. */
  plainText(text: string, plain: Plain): boolean {
    const open = this.#open;
    let at = this.#used;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 126 || plain[code] === 0) return false;
      open[at] = code;
      at += 1;
    }
    this.#used = at;
    return true;
  }

  /** Writes the first bytes of another buffer. */
  copy(source: Uint8Array, length: number): void {
    const open = this.#open;
    let at = this.#used;
    for (let index = 0; index < length; index += 1) {
      open[at] = source[index] ?? 0;
      at += 1;
    }
    this.#used = at;
  }

  /** Takes back what was written last, into the room that was reserved. */
  back(bytes: number): void {
    this.#used -= bytes;
  }

  /** Writes any text as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * BYTES_A_CHARACTER);
    this.#used += this.#open.write(text, this.#used, 'utf8');
  }

  /** The buffers that are full. */
  takeFull(): readonly Buffer[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Everything that is left. */
  takeAll(): readonly Buffer[] {
    this.#full.push(this.#open.subarray(0, this.#used));
    this.#open = this.#open.subarray(this.#used);
    this.#used = 0;
    return this.takeFull();
  }
}

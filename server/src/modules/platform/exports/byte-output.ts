import type { ByteSource } from './byte-source.ts';

/** What is handed on at a time: each is a write of a socket or a disk. */
const CHUNK = 524_288;

/** Buffers kept for the next; more are never on their way at once. */
const MAX_FREE = 4;

/** UTF-8 takes up to three bytes for each of JavaScript's characters. */
const BYTES_A_CHARACTER = 3;

/** Marks the characters below 256 that a format writes as they are. */
export type Plain = Uint8Array;

/** All are plain from the blank on, but for some. */
export function plainBut(others: string): Plain {
  const plain = new Uint8Array(256).fill(1, 32);
  for (const character of others) plain[character.charCodeAt(0)] = 0;
  return plain;
}

/** What is before and after cells again and again, written four bytes at a time. */
export class Frame {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly length: number;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.words = new Uint32Array(Math.ceil(bytes.length / WORD));
    // The same memory: a digit changed here changes there.
    this.bytes = new Uint8Array(this.words.buffer);
    this.bytes.set(bytes);
  }
}

const WORD = 4;
const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/**
 * A file as it is written: bytes one after the other in buffers that are handed on once they are full. Twenty
 * million cells in a large file: nothing here makes a text, an array or a closure for one of them.
 */
export class ByteOutput {
  readonly #chunk: number;
  #open: Buffer;
  #view: DataView;
  #used = 0;
  /** Bytes in all buffers before the open one. */
  #before = 0;
  #full: Buffer[] = [];
  #free: Buffer[] = [];

  /** @param chunk bytes that are handed on at a time */
  constructor(chunk = CHUNK) {
    this.#chunk = chunk;
    this.#open = Buffer.allocUnsafe(chunk);
    this.#view = viewOf(this.#open);
  }

  /** Makes room for so many bytes; all but `text` count on it. */
  reserve(bytes: number): void {
    // A frame may write up to three bytes past its end, which what follows writes over.
    if (this.#open.length - this.#used >= bytes + WORD) return;
    if (this.#used > 0) this.#full.push(this.#open.subarray(0, this.#used));
    this.#before += this.#used;
    const chunk = this.#chunk;
    const isUsual = bytes + WORD <= chunk;
    this.#open = (isUsual ? this.#free.pop() : undefined) ?? Buffer.allocUnsafe(Math.max(chunk, bytes + WORD));
    this.#view = viewOf(this.#open);
    this.#used = 0;
  }

  /** Writes bytes of a source; `reserve` has made room. */
  copy({ view: source }: ByteSource, from: number, to: number): void {
    const view = this.#view;
    const used = this.#used;
    const length = to - from;
    // By fours: what is written too much is written over by what follows.
    for (let done = 0; done < length; done += WORD) {
      view.setUint32(used + done, source.getUint32(from + done, isLittleEndian), isLittleEndian);
    }
    this.#used = used + length;
  }

  /** How many bytes there are so far. */
  get place(): number {
    return this.#before + this.#used;
  }

  /** The bytes since a place, until more are written; null where they are in two buffers. */
  since(place: number): Buffer | null {
    return place < this.#before ? null : this.#open.subarray(place - this.#before, this.#used);
  }

  byte(byte: number): void {
    this.#open[this.#used] = byte;
    this.#used += 1;
  }

  /** Writes a text that is all plain ASCII; otherwise nothing, and answers false. */
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

  frame({ words, length }: Frame): void {
    const view = this.#view;
    let at = this.#used;
    for (let index = 0; index < words.length; index += 1) {
      view.setUint32(at, words[index] ?? 0, isLittleEndian);
      at += WORD;
    }
    this.#used += length;
  }

  /** Takes back what was written since a place, all in the room that was reserved. */
  backTo(place: number): void {
    this.#used = place - this.#before;
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

  /** Takes back a buffer that nobody reads any more: half a gigabyte of new ones is cleared away for long. */
  release({ buffer, byteOffset }: Buffer): void {
    if (byteOffset === 0 && buffer.byteLength === this.#chunk && this.#free.length < MAX_FREE) {
      this.#free.push(Buffer.from(buffer));
    }
  }

  /** Everything that is left; nothing is written after it. */
  takeAll(): readonly Buffer[] {
    this.#full.push(this.#open.subarray(0, this.#used));
    this.#open = Buffer.alloc(0);
    this.#used = 0;
    return this.takeFull();
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength);

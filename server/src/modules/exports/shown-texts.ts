/** A power of two. */
const SLOTS = 1_024;
/** Longer texts are shown anew each time. */
const LONGEST = 48;
/** After so many misses it is plain whether a column repeats itself. */
const TRIED = 8_192;

/**
 * What a column shows of texts, kept by their bytes: a name of a department stands in most rows and is looked
 * up once. A column whose texts do not repeat, such as phones, is not kept.
 */
export class ShownTexts {
  readonly #show: (text: string) => string;
  readonly #keys = new Uint8Array(SLOTS * LONGEST);
  readonly #lengths = new Int32Array(SLOTS).fill(-1);
  readonly #shown: string[] = Array.from({ length: SLOTS }, () => '');
  #slot = 0;
  #hits = 0;
  #misses = 0;

  constructor(show: (text: string) => string) {
    this.#show = show;
  }

  /** What is shown of these bytes, where it is known. */
  find(bytes: Uint8Array, from: number, to: number): string | undefined {
    const length = to - from;
    if (length > LONGEST || this.#isGivenUp()) return undefined;
    let hash = length;
    for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    this.#slot = slot;
    if (this.#lengths[slot] !== length) return undefined;
    const keys = this.#keys;
    const key = slot * LONGEST;
    for (let at = 0; at < length; at += 1) {
      if (keys[key + at] !== bytes[from + at]) return undefined;
    }
    this.#hits += 1;
    return this.#shown[slot];
  }

  /** Shows the text of bytes that {@link find} has just not found. */
  keep(bytes: Uint8Array, from: number, to: number, text: string): string {
    const shown = this.#show(text);
    const length = to - from;
    if (length > LONGEST || this.#isGivenUp()) return shown;
    this.#misses += 1;
    this.#lengths[this.#slot] = length;
    const key = this.#slot * LONGEST;
    for (let at = 0; at < length; at += 1) this.#keys[key + at] = bytes[from + at] ?? 0;
    this.#shown[this.#slot] = shown;
    return shown;
  }

  #isGivenUp(): boolean {
    return this.#misses > TRIED && this.#misses > this.#hits;
  }
}

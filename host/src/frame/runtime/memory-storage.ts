/** As `sessionStorage`, which an opaque origin does not have: for as long as the frame stands. */
class MemoryStorage implements Storage {
  readonly [name: string]: unknown;
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  clear(): void {
    this.#items.clear();
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

/** Gives the window one: drafts and uploads under way are kept in it. */
export function giveSessionStorage(view: Window): void {
  Object.defineProperty(view, 'sessionStorage', { value: new MemoryStorage() });
}

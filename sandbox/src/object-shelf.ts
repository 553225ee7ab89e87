import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ShelfEntry {
  readonly key: string;
  readonly changedAt: Date;
  readonly bytes: number;
}

/** What an object store remembers: below a folder, else in memory. Writing is at once and whole. */
export interface Shelf {
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
  /** In the order of keys. */
  list(prefix: string): Promise<ShelfEntry[]>;
}

const inOrder = (entries: ShelfEntry[]): ShelfEntry[] => entries.sort((a, b) => (a.key < b.key ? -1 : 1));

export function memoryShelf(): Shelf {
  const held = new Map<string, { content: Buffer; changedAt: Date }>();
  return {
    async put(key, content) {
      await Promise.resolve(held.set(key, { content, changedAt: new Date() }));
    },
    get: async (key) => await Promise.resolve(held.get(key)?.content),
    async remove(key) {
      await Promise.resolve(held.delete(key));
    },
    async list(prefix) {
      const found = [...held].filter(([key]) => key.startsWith(prefix));
      const entries = found.map(([key, { content, changedAt }]) => ({
        key,
        changedAt,
        bytes: content.length,
      }));
      return await Promise.resolve(inOrder(entries));
    },
  };
}

/** A file an object; its name is the key as an address would spell it. */
export function folderShelf(folder: string): Shelf {
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string) => join(folder, encodeURIComponent(key));
  return {
    async put(key, content) {
      const growing = join(folder, `.${encodeURIComponent(key)}`);
      await writeFile(growing, content);
      await rename(growing, fileOf(key));
    },
    get: async (key) => await readFile(fileOf(key)).catch(() => undefined),
    remove: async (key) => await rm(fileOf(key), { force: true }),
    async list(prefix) {
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
      const entries: ShelfEntry[] = [];
      for (const name of names) {
        const key = decodeURIComponent(name);
        if (!key.startsWith(prefix)) continue;
        const facts = await stat(join(folder, name)).catch(() => null);
        if (facts) entries.push({ key, changedAt: facts.mtime, bytes: facts.size });
      }
      return inOrder(entries);
    },
  };
}

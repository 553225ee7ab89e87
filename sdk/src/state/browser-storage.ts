/** The two places of the spec's table: `session` ends with the tab, `local` stays. */
export type StoragePlace = 'session' | 'local';

function storageOf(place: StoragePlace): Storage | null {
  // A browser that forbids storage throws on the mere access.
  try {
    return place === 'session' ? window.sessionStorage : window.localStorage;
  } catch {
    return null;
  }
}

/** Reads a text; null when it is absent or storage is forbidden. */
export function readText(place: StoragePlace, key: string): string | null {
  try {
    return storageOf(place)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Writes a text, or removes it when it is null. A full or forbidden storage is not an error. */
export function writeText(place: StoragePlace, key: string, value: string | null): void {
  try {
    const storage = storageOf(place);
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch (cause) {
    console.warn(`Kituo: "${key}" could not be kept in ${place} storage`, cause);
  }
}

/** Reads JSON of unknown shape; undefined when it is absent or not JSON. */
export function readJson(place: StoragePlace, key: string): unknown {
  const text = readText(place, key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON, or removes it when it is null. */
export function writeJson(place: StoragePlace, key: string, value: unknown): void {
  writeText(place, key, value === null ? null : JSON.stringify(value));
}

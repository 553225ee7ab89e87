const PINNED_KEY = 'kituo_pinned_pages';
const RECENT_KEY = 'kituo_recent_pages';
const RECENT_KEPT = 5;

/** Pinned and recently opened pages of this browser, as the paths plugins write. */
export interface PagePlaces {
  readonly pinned: readonly string[];
  /** Newest first. */
  readonly recent: readonly string[];
}

export function readPagePlaces(storage: Storage): PagePlaces {
  return { pinned: readPaths(storage, PINNED_KEY), recent: readPaths(storage, RECENT_KEY) };
}

export function togglePin(storage: Storage, path: string): PagePlaces {
  const { pinned } = readPagePlaces(storage);
  const isPinned = pinned.includes(path);
  write(storage, PINNED_KEY, isPinned ? pinned.filter((each) => each !== path) : [...pinned, path]);
  return readPagePlaces(storage);
}

export function rememberRecent(storage: Storage, path: string): PagePlaces {
  const others = readPaths(storage, RECENT_KEY).filter((each) => each !== path);
  write(storage, RECENT_KEY, [path, ...others].slice(0, RECENT_KEPT));
  return readPagePlaces(storage);
}

function readPaths(storage: Storage, key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

function write(storage: Storage, key: string, paths: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(paths));
  } catch {
    // A full or forbidden storage costs the pins, nothing else.
  }
}

let url: string | null = null;

/** Tells where the worker that hashes uploads is served; null: nowhere. The host does so at its start. */
export function setHashWorkerUrl(address: string | null): void {
  url = address;
}

/** Where the worker is served; null while nobody has said so. */
export function hashWorkerUrl(): string | null {
  return url;
}

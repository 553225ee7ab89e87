/** What a gateway sent as JSON, a byte order mark before it or not; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

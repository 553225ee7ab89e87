/**
 * `make`, done once for each text: host, frames and plugins are built side by side, in one process, of much
 * the same files.
 */
export function onceEach<Made>(make: (text: string) => Promise<Made>): (text: string) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

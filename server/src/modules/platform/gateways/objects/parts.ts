/** The same bytes in parts of just that size, the last of what is left; nothing where there are none. */
export async function* partsOf(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    let rest = piece;
    while (size + rest.length >= bytes) {
      const room = bytes - size;
      yield Buffer.concat([...held, rest.subarray(0, room)], bytes);
      rest = rest.subarray(room);
      held = [];
      size = 0;
    }
    if (rest.length === 0) continue;
    held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held, size);
}

/**
 * Reads the `data` of server-sent events from a response's body. Ends when the body does.
 *
 * @param heard called for each piece that arrives, a mere sign of life, too
 * @throws Error when nothing arrives for `silenceMs` milliseconds
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silenceMs: number,
  heard?: () => void,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silenceMs);
      if (done) return;
      heard?.();
      // Lines may end in CR, LF or both, and a piece may end anywhere.
      unread = (unread + value).replace(/\r\n?/g, '\n');
      const blocks = unread.split('\n\n');
      unread = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = dataOf(block);
        if (data !== null) yield data;
      }
    }
  } finally {
    // The reader may already be released or the stream broken; either is the end of it.
    await reader.cancel().catch(() => undefined);
  }
}

function dataOf(block: string): string | null {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).trimStart()).join('\n');
}

async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the event stream fell silent'));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

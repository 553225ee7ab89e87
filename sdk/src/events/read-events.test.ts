import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';
import { reconnectDelay } from './server-events.ts';

async function collect(events: AsyncGenerator<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function read(pieces: readonly string[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return collect(readEvents(body, 1000));
}

it('reads the same events however the stream is cut', async () => {
  const stream = 'event: hello\ndata: {"a":1}\n\n: \n\ndata: two\ndata: lines\n\ndata: 三\n\nunfinished';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: stream.length })), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
      expect(await read(pieces)).toEqual(['{"a":1}', 'two\nlines', '三']);
    }),
  );
});

it('gives a silent stream up', async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>();
  await expect(collect(readEvents(silent, 5))).rejects.toThrow('silent');
});

it('waits longer from attempt to attempt, never more than 30 s', () => {
  const longest = [0, 1, 2, 10].map((attempt) => reconnectDelay(attempt, () => 1));
  expect(longest).toEqual([1000, 2000, 4000, 30_000]);
  expect(reconnectDelay(1, () => 0)).toBe(1000);
});

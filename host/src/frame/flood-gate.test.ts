// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel as Channel, Worker } from 'node:worker_threads';
import { connect } from '@kituo/sdk/frame';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { floodGate, MAX_MESSAGES, MAX_WEIGHT } from './flood-gate.ts';
import { weightOf } from './weigh.ts';

/** A frame runs on a thread of its own, as this one does: so many messages of such a size each tenth of a second. */
const FRAME = `
  const { workerData: { port, each, size } } = require('node:worker_threads');
  const load = 'x'.repeat(size);
  let sent = 0;
  const send = () => {
    for (let n = 0; n < each; n += 1) {
      sent += 1;
      port.postMessage(sent % 2 ? ['tell', 'note', [load]] : ['call', sent, 'note', [load]]);
    }
  };
  setInterval(send, 100);
  send();
`;
type RpcOptions = Parameters<typeof connect>[2];

/** How long the console's own server takes. */
const ANSWER_MS = 10;

const service = createServer((_, response) => {
  setTimeout(() => response.end('{}'), ANSWER_MS);
});
let address = '';
const frames: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = JSON.parse(JSON.stringify(service.address()));
  address = `http://127.0.0.1:${port}/`;
});
afterEach(async () => {
  await Promise.all(frames.splice(0).map((frame) => frame.stop()));
});
afterAll(() => service.close());

/** The middle of the console's own calls, one after the other. Milliseconds. */
async function callMs(): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < 41; count += 1) {
    const began = performance.now();
    await (await fetch(address)).text();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((one, other) => one - other)[20] ?? Infinity;
}

function frame(load: { readonly each: number; readonly size: number }, options: (end: () => void) => RpcOptions) {
  const { port1, port2 } = new Channel();
  const worker = new Worker(FRAME, { eval: true, workerData: { port: port2, ...load }, transferList: [port2] });
  const heard = { notes: 0, isEnded: false };
  // Node's port is the browser's but for the events that nobody here listens to.
  const port: MessagePort = Object.assign(port1);
  const remote = connect(
    port,
    { note: () => void (heard.notes += 1) },
    options(() => {
      heard.isEnded = true;
      remote.close();
    }),
  );
  frames.push({
    stop: async () => {
      remote.close();
      await worker.terminate();
    },
  });
  return heard;
}

const guarded = (end: () => void): RpcOptions => ({ ...floodGate(end), maxCalls: 32 });

// The gate counts what arrives in a second: who reads late after a pause of its own hears that of two at once.
it.each([
  ['messages', { each: Math.floor((MAX_MESSAGES * 0.45) / 10), size: 4_000 }],
  ['characters', { each: 4, size: Math.floor((MAX_WEIGHT * 0.45) / 40) }],
])(
  'a frame that sends nearly half as many %s as it may leaves the console’s own calls as they were',
  async (_, load) => {
    const quietMs = await callMs();
    const heard = frame(load, guarded);
    await expect.poll(() => heard.notes).toBeGreaterThan(0);
    expect(await callMs()).toBeLessThan(3 * quietMs);
    expect(heard.isEnded).toBe(false);
  },
);

it.each([
  ['messages', { each: 50_000, size: 4_000 }, 2 * MAX_MESSAGES],
  ['large messages', { each: 50, size: 1_000_000 }, (2 * MAX_WEIGHT) / 1_000_000],
])('a flood of %s ends its frame, and the console’s calls go on as before', async (_, load, most) => {
  const quietMs = await callMs();
  const heard = frame(load, guarded);
  await expect.poll(() => heard.isEnded, { timeout: 20_000 }).toBe(true);
  // A second that ends amid it begins a new count.
  expect(heard.notes).toBeLessThan(most);
  // What was sent by then is thrown away unread.
  await delay(100);
  expect(await callMs()).toBeLessThan(3 * quietMs);
});

it('weighs whatever a message may be made of, and is done with each at once', () => {
  const most = 1_000_000;
  const ring: unknown[] = [];
  ring.push(ring, ring);
  const heavy = {
    'a text': 'x'.repeat(most),
    bytes: new Uint8Array(most),
    'a buffer': new ArrayBuffer(most),
    'many values': Array.from({ length: 20_000 }, () => ({})),
    'long names': { ['x'.repeat(most)]: 1 },
    'a map': new Map([['x', 'x'.repeat(most)]]),
    'a set': new Set(['x'.repeat(most)]),
    'an error': new Error('x'.repeat(most)),
    'a number without end': 1n << BigInt(4 * most),
    'a list of nothing': ['note', new Array(4_000_000_000)],
    'what holds itself': ring,
    'the same text a thousand times': new Array(1_000).fill('x'.repeat(1_001)),
  };
  for (const [what, message] of Object.entries(heavy)) {
    const began = performance.now();
    expect([what, weightOf(message, most) > most]).toEqual([what, true]);
    expect(performance.now() - began, what).toBeLessThan(1_000);
  }
  // A file is handed on by the browser, whatever is in it.
  expect(weightOf(['call', 1, 'request', [{ body: new Blob(['x'.repeat(most)]) }]], most)).toBeLessThan(2_000);
  expect(weightOf(['call', 1, 'request', [{ url: '/api/x', body: 'x'.repeat(5_000) }]], most)).toBeLessThan(7_000);
});

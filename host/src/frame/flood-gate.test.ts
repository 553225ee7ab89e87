// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel as Channel, Worker } from 'node:worker_threads';
import { connect } from '@kituo/sdk/frame';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { floodGate, MAX_MESSAGES } from './flood-gate.ts';

/** A frame runs on a thread of its own, as this one does: so many messages of some kilobytes each tenth of a second. */
const FRAME = `
  const { workerData: { port, each } } = require('node:worker_threads');
  const load = 'x'.repeat(4_000);
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

function frame(each: number, options: (end: () => void) => RpcOptions) {
  const { port1, port2 } = new Channel();
  const worker = new Worker(FRAME, { eval: true, workerData: { port: port2, each }, transferList: [port2] });
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

const guarded = (end: () => void): RpcOptions => ({ admits: floodGate(end), maxCalls: 32 });

it('a frame that sends as much as it may leaves the console’s own calls as they were', async () => {
  const quietMs = await callMs();
  const heard = frame(Math.floor((MAX_MESSAGES * 0.9) / 10), guarded);
  await expect.poll(() => heard.notes).toBeGreaterThan(0);
  expect(await callMs()).toBeLessThan(3 * quietMs);
  expect(heard.isEnded).toBe(false);
});

it('a flood ends its frame, and the console’s calls go on as before', async () => {
  const quietMs = await callMs();
  const heard = frame(50_000, guarded);
  await expect.poll(() => heard.isEnded, { timeout: 20_000 }).toBe(true);
  // A second that ends amid it begins a new count.
  expect(heard.notes).toBeLessThan(2 * MAX_MESSAGES);
  // What was sent by then is thrown away unread.
  await delay(100);
  expect(await callMs()).toBeLessThan(3 * quietMs);
});

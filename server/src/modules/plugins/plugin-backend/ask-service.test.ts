import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askService } from './ask-service.ts';

let answer: (response: ServerResponse) => void;
const service = createServer((_, response) => answer(response));
beforeAll(() => new Promise<void>((done) => service.listen(0, '127.0.0.1', () => done())));
afterAll(() => {
  service.close();
  service.closeAllConnections();
});

const ask = (timeoutSeconds: number) => {
  const { port } = service.address() as AddressInfo;
  const address = new URL(`http://127.0.0.1:${port}/sales`);
  return askService({ plugin: 'stores', address, method: 'GET', headers: {}, body: null, timeoutSeconds });
};

test.each([
  ['says nothing', () => undefined],
  ['begins an answer and never ends it', (response: ServerResponse) => void response.writeHead(200).write('[1,')],
  [
    'goes on a byte at a time',
    (response: ServerResponse) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    },
  ],
])('a service that %s is given up in time, and the connection with it', async (_what, how) => {
  const closed = Promise.withResolvers<void>();
  answer = (response) => {
    response.on('close', closed.resolve);
    how(response);
  };
  // Long enough for the call to come to the service: given up before, it would close nothing there.
  await expect(ask(1)).rejects.toMatchObject({
    error: 'PLUGIN_BACKEND_SLOW',
    facts: { plugin: 'stores', seconds: 1 },
  });
  await closed.promise;
});

test('what comes in time is answered', async () => {
  answer = (response) => response.end('[1]');
  expect(await ask(10)).toEqual({ data: [1] });
});

import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('gives a port that can be listened on, and that no outgoing connection is given', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
    });
  }
});

it('says so where none can be had', async () => {
  await expect(freePort('203.0.113.1')).rejects.toThrow('203.0.113.1');
});

import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openWayOut } from './way-out.ts';

/** The first line that the proxy answers to a request. */
const answerTo = async (port: number, request: string) =>
  await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request));
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });

it('leads a browser to no address of our own network, to no other port and nowhere without TLS', async () => {
  await using way = await openWayOut();
  for (const to of [
    '127.0.0.1:443',
    'localhost:443',
    '[::1]:443',
    '169.254.169.254:443',
    '10.0.0.9:443',
    '8.8.8.8:80',
  ]) {
    const answer = await answerTo(way.port, `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`);
    expect(answer, to).toBe('HTTP/1.1 403 Forbidden');
  }
  const plain = await answerTo(way.port, 'GET http://8.8.8.8/ HTTP/1.1\r\nHost: 8.8.8.8\r\n\r\n');
  expect(plain).toBe('HTTP/1.1 403 Forbidden');
  expect(way.refused).toBe(7);
});

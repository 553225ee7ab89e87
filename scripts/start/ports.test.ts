import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../server/src/config/settings.ts';
import { StartError, withFreePorts } from './ports.ts';

let neighbour: Server;
let taken: number;

beforeEach(async () => {
  neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const address = neighbour.address();
  taken = address && typeof address === 'object' ? address.port : 0;
});
afterEach(() => new Promise((resolve) => neighbour.close(resolve)));

const settings = (changes: object) => ({ ...readSettings({ PORT: '0' }), ...changes });

test('free ports change nothing', async () => {
  const given = settings({ metricsPort: 0 });
  expect(await withFreePorts(given, true, () => undefined)).toEqual(given);
});

test('a taken port is told with what to type', async () => {
  const start = withFreePorts(settings({ port: taken }), false, () => undefined);
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(`PORT=${taken + 1} npm start`);
});

test('a taken metrics port that nobody chose is replaced, and said', async () => {
  const said: string[] = [];
  const result = await withFreePorts(settings({ metricsPort: taken }), false, (line) => said.push(line));
  expect(result.metricsPort).toBe(0);
  expect(said.join()).toContain(String(taken));
});

test('a taken metrics port that was chosen is refused', async () => {
  await expect(withFreePorts(settings({ metricsPort: taken }), true, () => undefined)).rejects.toThrow('METRICS_PORT');
});

test('an address that this machine does not have is told', async () => {
  await expect(withFreePorts(settings({ host: '203.0.113.7', metricsPort: 0 }), true, () => undefined)).rejects.toThrow(
    'HOST',
  );
});

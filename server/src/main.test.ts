import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox } from '../../sandbox/src/index.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { mpesaEnvironment } from '../../tests/support/mpesa-environment.ts';
import { readSettings } from './config/settings.ts';
import { freePort } from './free-port.ts';
import { startServer } from './main.ts';
import { createLogger } from './modules/platform/health/index.ts';

it('is told by M-Pesa of what a customer pays by hand', async () => {
  const database = await createTestDatabase('seeded');
  const sandbox = await startSandbox({ seed: 5 });
  const dataDir = await mkdtemp(join(tmpdir(), 'kituo-main-'));
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    METRICS_PORT: '0',
    DATABASE_URL: database.url,
    KITUO_DATA: dataDir,
    KITUO_DEMO: 'off',
    KITUO_PUBLIC_URL: `http://127.0.0.1:${port}`,
    KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
    ...mpesaEnvironment(sandbox),
  });
  const server = await startServer({
    settings,
    databaseUrl: database.url,
    log: createLogger('silent'),
  });
  onTestFinished(async () => {
    await server.close();
    await sandbox.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  // What is paid before M-Pesa took the address is told to nobody.
  await vi.waitFor(
    async () => {
      await sandbox.payIn({ phone: '254712345678', amount: '350', reference: 'nobody' });
      const flows = await database.db
        .selectFrom('paymentFlow')
        .select(['amountCents', 'payerPhone'])
        .where('paymentChannel', '=', 'MPESA')
        .where('amountCents', '=', 35_000)
        .where('payerPhone', '=', '254712345678')
        .execute();
      expect(flows).not.toEqual([]);
    },
    { timeout: 30_000, interval: 500 },
  );
}, 60_000);

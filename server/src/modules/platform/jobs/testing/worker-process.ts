import { join } from 'node:path';
import { readSettings } from '../../../../config/settings.ts';
import { openDatabase } from '../../../../db/pool.ts';
import { openServices } from '../../../../open-services.ts';
import { createLogger } from '../../health/index.ts';
import { startJobWorker } from '../worker.ts';
import { testKinds } from './kinds.ts';

// A worker in a process of its own, to be killed: node worker-process.ts <database url> <folder of the test app>
const [url = '', folder = ''] = process.argv.slice(2);
const log = createLogger('silent');
const { db } = openDatabase(url);
const settings = readSettings({
  KITUO_REGISTRY: join(folder, 'registry.json'),
  KITUO_DATA: join(folder, 'data'),
});
const { services } = await openServices({
  settings,
  db,
  connectionString: url,
  log,
  hostDir: join(folder, 'host'),
  packagesDir: join(folder, 'packages'),
});
await startJobWorker({ db, services: { ...services, jobKinds: testKinds }, log });
process.send?.('ready');

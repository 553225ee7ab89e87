import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/build/paths.ts';
import { createTestDatabase } from '../support/database.ts';
import { generatePlugins } from './fixtures.ts';
import { productFront } from './front.ts';
import { addBenchPerson, copyRealPackages, signIn, startStation } from './station.ts';

/**
 * The bench's station by itself: says where it is and who is signed in, in one line of JSON, and stands until
 * its standard input ends. Two checkouts can so be visited in turn (`beside.ts`).
 */
const PLUGINS = 18;

await mkdir(join(ROOT, '.cache'), { recursive: true });
const work = await mkdtemp(join(ROOT, '.cache/bench-'));
try {
  const packages = join(work, 'packages');
  const real = await copyRealPackages(packages);
  const plugins = await generatePlugins(PLUGINS, join(work, 'plugins'), packages);
  const versions = { ...real, ...Object.fromEntries(plugins.map(({ name, version }) => [name, version])) };
  await using database = await createTestDatabase('seeded');
  await addBenchPerson(database, plugins);
  await using station = await startStation({ database, folder: join(work, 'station'), packages, versions });
  await using front = await productFront(station.url);
  const session = await signIn(station);
  console.log(JSON.stringify({ url: front.url, session }));
  await new Promise((resolve) => process.stdin.resume().once('end', resolve));
} finally {
  await rm(work, { recursive: true, force: true });
}
// The test cluster's lease ends with the process.
process.exit(0);

import { buildAll } from './build/build-all.ts';
import { BuildError } from './build/build-error.ts';

// npm run build [-- [--force] [host] [plugin ...]]
const words = process.argv.slice(2);
const force = words.includes('--force');
const names = words.filter((word) => !word.startsWith('--'));
const start = performance.now();

try {
  const steps = await buildAll(names, { force });
  for (const { target, milliseconds, built } of steps)
    console.log(`${target.padEnd(20)} ${built ? `${Math.round(milliseconds)} ms` : 'unchanged'}`);
  console.log(`built in ${((performance.now() - start) / 1000).toFixed(2)} s`);
} catch (fault) {
  if (!(fault instanceof BuildError)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}

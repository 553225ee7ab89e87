import { build } from 'esbuild';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { outputFile, type OutputFile } from './output-files.ts';
import { ROOT } from './paths.ts';

const HASH_WORKER = join(ROOT, 'sdk/src/upload/md5.worker.ts');

/**
 * Builds the worker that hashes uploads: one script that imports nothing, because a classic worker has
 * neither SystemJS nor the import map.
 */
export async function buildHashWorker(): Promise<OutputFile> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [HASH_WORKER],
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  }).catch((fault: unknown) => {
    throw new BuildError(fault instanceof Error ? fault.message : String(fault));
  });
  const [script] = outputFiles;
  if (!script) throw new BuildError('the hash worker came out empty');
  return outputFile('md5.worker', 'js', script.text);
}

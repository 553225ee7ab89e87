import type { PageEntry } from '../registry/page-table.ts';
import type { BrowserFiles } from './browser-files.ts';
import { diagnoseFile, LoadError } from './load-error.ts';
import type { NeededFile } from './page-files.ts';

/** Finds the file that kept a page from opening; where all are sound, the code itself threw. */
export async function findFault(
  { plugin: { name: plugin, version } }: PageEntry,
  cause: unknown,
  suspects: readonly NeededFile[],
  files: BrowserFiles,
): Promise<LoadError> {
  const found = await Promise.all(
    suspects.map(async ({ url, integrity }) => ({
      url,
      diagnosis: await diagnoseFile(url, integrity, files),
    })),
  );
  for (const { url, diagnosis } of found) {
    if (diagnosis.kind === 'sound') continue;
    const status = diagnosis.kind === 'http' ? diagnosis.status : null;
    return new LoadError(diagnosis.kind, { plugin, version, url, status, cause });
  }
  return new LoadError(isLoaderRefusal(cause) ? 'network' : 'evaluation', {
    plugin,
    version,
    cause,
  });
}

/** SystemJS's error 3: a script's error event. The file was sound a moment later. */
function isLoaderRefusal(cause: unknown): boolean {
  return cause instanceof Error && /\(SystemJS .*#3\b/.test(cause.message);
}

import type { Settings } from '../../server/src/config/settings.ts';
import { databaseFolder, FolderHeldError, startEmbedded } from '../../server/src/db/embedded.ts';
import type { Shutdown } from './shutdown.ts';

/** Another start that is just going down may still hold the folder for a moment. */
const HOLDER_LEAVES_WITHIN_MS = 5_000;

type Told = Pick<Parameters<typeof startEmbedded>[0], 'log'>;

/** The database of the settings, or the embedded one, which ends with `shutdown`. @returns its address */
export async function openEmbedded(settings: Settings, shutdown: Shutdown, told: Told): Promise<string> {
  if (settings.databaseUrl) return settings.databaseUrl;
  const deadline = Date.now() + HOLDER_LEAVES_WITHIN_MS;
  for (;;) {
    try {
      const database = await startEmbedded({ dataDir: databaseFolder(settings.dataDir), ...told });
      shutdown.add('The database', () => database.stop());
      return database.url;
    } catch (error) {
      if (!(error instanceof FolderHeldError) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

import type { TestProject } from 'vitest/node';
import type { ServerProcess } from './server-process.ts';
import { buildWholeConsole } from './stand-ins.ts';
import { startStation } from './station-process.ts';

/** A server that one worker of the run has to itself. */
export type Station = Pick<ServerProcess, 'url' | 'sandboxUrl' | 'registryFile' | 'packagesDir' | 'dataDir'>;

declare module 'vitest' {
  export interface ProvidedContext {
    /** One a worker; tests ask for theirs by `station()`. */
    stations: readonly Station[];
  }
}

/** Starts a real server a worker, each with demo data and a registry file of its own, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // KITUO_CONSOLE=whole: with a stand-in for each page that is not built yet, to see what a suite costs then.
  const whole = process.env.KITUO_CONSOLE === 'whole' ? await buildWholeConsole() : undefined;
  const servers: ServerProcess[] = [];
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    // One after the other: the first one builds what is not built yet.
    for (let worker = 0; worker < project.vitest.config.maxWorkers; worker += 1) {
      servers.push(await startStation(whole && { KITUO_PACKAGES: whole.packages }, whole?.registryFile));
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  project.provide(
    'stations',
    servers.map(({ url, sandboxUrl, registryFile, packagesDir, dataDir }) => ({
      url,
      sandboxUrl,
      registryFile,
      packagesDir,
      dataDir,
    })),
  );
  return stopAll;
}

import type { TestProject } from 'vitest/node';
import type { ServerProcess } from './server-process.ts';
import { startStation } from './station-process.ts';

/** A server that one worker of the run has to itself. */
export type Station = Pick<ServerProcess, 'url' | 'registryFile' | 'dataDir'>;

declare module 'vitest' {
  export interface ProvidedContext {
    /** One a worker; tests ask for theirs by `station()`. */
    stations: readonly Station[];
  }
}

/** Starts a real server a worker, each with demo data and a registry file of its own, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers: ServerProcess[] = [];
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    // One after the other: the first one builds what is not built yet.
    for (let worker = 0; worker < project.vitest.config.maxWorkers; worker += 1) {
      servers.push(await startStation());
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  project.provide(
    'stations',
    servers.map(({ url, registryFile, dataDir }) => ({ url, registryFile, dataDir })),
  );
  return stopAll;
}

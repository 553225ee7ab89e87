import type { TestProject } from 'vitest/node';
import { startServerProcess } from './server-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that all end-to-end tests share: `inject('server')`. */
    server: { readonly url: string; readonly registryFile: string; readonly dataDir: string };
  }
}

/** Starts one real server, with demo data and a registry file of its own, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServerProcess();
  project.provide('server', {
    url: server.url,
    registryFile: server.registryFile,
    dataDir: server.dataDir,
  });
  return async () => {
    await server.stop();
  };
}

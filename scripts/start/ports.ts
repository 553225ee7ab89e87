import { createServer } from 'node:net';
import type { Settings } from '../../server/src/config/settings.ts';

/** Something that a person can fix; its message is all they need to read. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

type PortState = 'free' | 'taken' | 'forbidden' | 'unknown-host';

function lookAt(host: string, port: number): Promise<PortState> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const code = 'code' in error ? error.code : '';
      if (code === 'EADDRINUSE') resolve('taken');
      else resolve(code === 'EACCES' ? 'forbidden' : 'unknown-host');
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve('free')));
  });
}

/**
 * Looks at the ports before anything is started.
 * @throws StartError when the site's port, or a metrics port that was requested, cannot be had.
 * @returns the settings, with another metrics port where only the default one is taken.
 */
export async function withFreePorts(
  settings: Settings,
  isMetricsPortChosen: boolean,
  warn: (message: string) => void,
): Promise<Settings> {
  const { host, port, metricsPort, metricsHost } = settings;
  const state = await lookAt(host, port);
  if (state === 'taken') {
    throw new StartError(
      `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (state === 'forbidden') {
    throw new StartError(
      `Listening on port ${port} is not allowed for this user. Choose a port from 1024 up: PORT=8080 npm start`,
    );
  }
  if (state === 'unknown-host') {
    throw new StartError(
      `This machine has no address ${host} to listen on. Set HOST to one it has, or to 0.0.0.0 for all.`,
    );
  }
  if (metricsPort === 0 || (await lookAt(metricsHost, metricsPort)) === 'free') return settings;
  if (isMetricsPortChosen) {
    throw new StartError(
      `Port ${metricsPort} for metrics is taken by another program. Choose another: METRICS_PORT=${metricsPort + 1} npm start`,
    );
  }
  warn(`Port ${metricsPort} for metrics is taken; the system chooses another one.`);
  return { ...settings, metricsPort: 0 };
}

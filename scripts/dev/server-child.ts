import type { Settings } from '../../server/src/config/settings.ts';
import { startServer } from '../../server/src/main.ts';
import { tellError } from '../start/tell-error.ts';

/** What the process of `npm run dev` sends its server's. */
export interface ServerOrder {
  readonly settings: Settings;
  readonly databaseUrl: string;
}

// The server of `npm run dev`: started again with every save, on a database that stays.
async function run({ settings, databaseUrl }: ServerOrder): Promise<void> {
  const server = await startServer({ settings, databaseUrl, isEmbedded: !settings.databaseUrl });
  const end = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', end).once('disconnect', end);
  // Ctrl-C reaches both: the other process asks for the end.
  process.on('SIGINT', () => undefined);
  process.send?.({ url: server.url });
}

process.once('message', (order: ServerOrder) => {
  run(order).catch((error: unknown) => {
    tellError(error);
    process.exit(1);
  });
});

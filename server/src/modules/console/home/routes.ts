import { home } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { recentPages } from '../../platform/tracking/index.ts';
import { countMenu } from './menu-counts.ts';
import { summaryFor } from './summary.ts';
import { countTiles, tileKeysFor } from './tiles.ts';

export const routes = [
  implement(home.summary, async (_request, call) => await summaryFor(call)),
  implement(home.tile, async ({ key }, call) => {
    if (!tileKeysFor(call).includes(key)) throw new AppError('FORBIDDEN');
    const [tile] = await countTiles(call, [key]);
    if (!tile) throw new AppError('NOT_FOUND');
    return tile;
  }),
  implement(home.menuCounts, async (_request, call) => await countMenu(call)),
  implement(home.recent, async (_request, { db, caller, services, log }) => {
    // Just seen pages may still wait in the buffer of the intake; the list goes without them at worst.
    await services.tracking.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'pages just seen could not be written yet');
    });
    return (await recentPages(db, caller.userNo)).filter(({ path }) => caller.pages.has(path.toLowerCase()));
  }),
];

import { appUpdate } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { adoptionOf, dueOnOlder } from './adoption.ts';
import { saveRelease, widenRollout, withdrawRelease } from './commands.ts';
import { releaseExport, releases } from './list.ts';
import { publishedPackage } from './packages.ts';
import { publishRelease } from './publish.ts';
import { startUpOf } from './start-up.ts';

export const routes = [
  implement(appUpdate.page, releases.page),
  implement(appUpdate.exportList, releaseExport.queue),
  implement(appUpdate.detail, async ({ releaseNo }, call) => {
    const row = await releases.one(releaseNo, call);
    const at = new Date();
    return {
      row,
      adoption: await adoptionOf(call.db, row, at),
      dueOnOlder: row.updateType === 'FORCED' ? await dueOnOlder(call.db, row, at) : 0,
      history: await readHistory(call.db, 'appRelease', releaseNo),
    };
  }),
  implement(appUpdate.save, saveRelease),
  implement(appUpdate.publish, publishRelease),
  implement(appUpdate.rollout, widenRollout),
  implement(appUpdate.withdraw, withdrawRelease),
  implement(appUpdate.packageFile, publishedPackage),
  implement(appUpdate.forApp, (request, { db, lang }) => startUpOf(db, request, lang)),
];

// Partners of the loan supermarket: licences, addresses, keys, and whether their products are shown.

import { partnerPlatform } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { replayCallback, testCallback } from './callback.ts';
import { disablePlatform, enablePlatformKind, requestEnable, requestSave, savePlatformKind } from './changes.ts';
import { platformExport } from './export.ts';
import { platformOfKey, rotateSecret } from './keys.ts';
import { partnerPlatformList, readPlatform, statementOf } from './read.ts';

export { platformOfKey } from './keys.ts';

export const partnerPlatforms = defineModule({
  name: 'partner-platforms',
  routes: [
    implement(partnerPlatform.page, partnerPlatformList.page),
    implement(partnerPlatform.exportList, platformExport.queue),
    implement(partnerPlatform.detail, readPlatform),
    implement(partnerPlatform.save, requestSave),
    implement(partnerPlatform.enable, requestEnable),
    implement(partnerPlatform.disable, disablePlatform),
    implement(partnerPlatform.rotateSecret, rotateSecret),
    implement(partnerPlatform.testCallback, testCallback),
    implement(partnerPlatform.replayCallback, replayCallback),
    implement(partnerPlatform.apiStatement, async ({ apiKey }, { db, address }) => {
      const platformCode = await platformOfKey(db, apiKey, address);
      return { platformCode, statement: await statementOf(db, platformCode) };
    }),
  ],
  changes: [savePlatformKind, enablePlatformKind],
  exports: [platformExport.kind],
});

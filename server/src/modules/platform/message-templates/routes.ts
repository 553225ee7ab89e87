import { messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../audit/index.ts';
import { addTemplate, copyTemplate, disableTemplate } from './commands.ts';
import { deliveriesOf } from './deliveries.ts';
import { enableTemplate } from './enable.ts';
import { messageTemplates, templateExport } from './list.ts';
import { copyManyKind, disableManyKind, enableManyKind, queueMany } from './many.ts';
import { pageOfPoints, pointExport } from './points.ts';
import { testTemplate } from './test-send.ts';
import { nodesSending } from './used-by.ts';

export const routes = [
  implement(messageTemplate.page, messageTemplates.page),
  implement(messageTemplate.exportList, templateExport.queue),
  implement(messageTemplate.detail, async ({ templateCode }, call) => {
    const row = await messageTemplates.one(templateCode, call);
    return {
      row,
      usedBy: await nodesSending(call.db, row),
      history: await readHistory(call.db, 'messageTemplate', templateCode),
    };
  }),
  implement(messageTemplate.add, addTemplate),
  implement(messageTemplate.copy, copyTemplate),
  implement(messageTemplate.testSend, testTemplate),
  implement(messageTemplate.enable, enableTemplate),
  implement(messageTemplate.disable, disableTemplate),
  implement(messageTemplate.copyMany, ({ templateCodes, merchantNos }, call) =>
    queueMany(copyManyKind, templateCodes, { merchantNos }, call),
  ),
  implement(messageTemplate.enableMany, ({ templateCodes, reason }, call) =>
    queueMany(enableManyKind, templateCodes, { reason }, call),
  ),
  implement(messageTemplate.disableMany, ({ templateCodes }, call) =>
    queueMany(disableManyKind, templateCodes, {}, call),
  ),
  implement(messagePoint.page, pageOfPoints),
  implement(messagePoint.exportList, pointExport.queue),
  implement(messagePoint.deliveries, deliveriesOf),
  implement(
    messagePoint.options,
    async ({ nodeCode }, { db }) =>
      await db
        .selectFrom('messageTemplate')
        .select(['templateCode', 'templateName', 'channelType'])
        .where('nodeCode', '=', nodeCode)
        .where('isEnabled', '=', true)
        .orderBy('templateCode')
        .execute(),
  ),
];

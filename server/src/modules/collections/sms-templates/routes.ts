import { smsMarketingTemplate as contract } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { readText } from './check-text.ts';
import { copyTemplate, moveTemplate, saveTemplate } from './commands.ts';
import { templateExport, templateList } from './list.ts';
import { resultsOf } from './results.ts';
import { peopleOf, testTemplate } from './test-text.ts';

export const routes = [
  implement(contract.page, templateList.page),
  implement(contract.exportList, templateExport.queue),
  implement(contract.detail, async ({ templateNo }, call) => {
    const row = await templateList.one(templateNo, call);
    const versions = await call.db
      .selectFrom('smsMarketingText')
      .select(['versionNo', 'content', 'approvedAt'])
      .where('templateNo', '=', templateNo)
      .orderBy('versionNo', 'desc')
      .limit(50)
      .execute();
    return {
      row,
      versions: versions.map((one) => ({ ...one, approvedAt: one.approvedAt.toISOString() })),
      sample: (await readText(call.db, row.merchantNo, row.content)).sample,
      results: [...(await resultsOf(call.db, templateNo))],
      history: await readHistory(call.db, 'smsMarketingTemplate', templateNo),
    };
  }),
  implement(contract.check, async ({ merchantNo, content }, { db, caller }) => {
    const known = await db.selectFrom('merchant').select('merchantNo').where('merchantNo', '=', merchantNo).execute();
    if (known.length === 0 || !seesMerchant(caller.scope, merchantNo)) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
    }
    const { merchantName: _name, ...read } = await readText(db, merchantNo, content);
    return read;
  }),
  implement(contract.save, saveTemplate),
  implement(contract.submit, (request, call) => moveTemplate('submit', request, call)),
  implement(contract.approve, (request, call) => moveTemplate('approve', request, call)),
  implement(contract.sendBack, (request, call) => moveTemplate('return', request, call)),
  implement(contract.enable, (request, call) => moveTemplate('enable', request, call)),
  implement(contract.disable, (request, call) => moveTemplate('disable', request, call)),
  implement(contract.copy, copyTemplate),
  implement(contract.people, peopleOf),
  implement(contract.test, testTemplate),
];

import { hotline } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { copyHotline, deleteHotline, saveHotline, switchHotline } from './commands.ts';
import { hotlineExport, hotlines } from './list.ts';
import { copyManyKind, holidaysKind } from './many.ts';
import { shownAt, usageOf } from './shown.ts';

const itemsOf = (hotlineNos: readonly string[]) =>
  [...new Set(hotlineNos)].map((subjectNo) => ({ subjectNo, input: null }));

export const routes = [
  implement(hotline.page, hotlines.page),
  implement(hotline.exportList, hotlineExport.queue),
  implement(hotline.detail, async ({ hotlineNo }, call) => ({
    row: await hotlines.one(hotlineNo, call),
    history: await readHistory(call.db, 'hotline', hotlineNo),
  })),
  implement(hotline.save, saveHotline),
  implement(hotline.copy, copyHotline),
  implement(hotline.enable, (named, call) => switchHotline(named, true, call)),
  implement(hotline.disable, (named, call) => switchHotline(named, false, call)),
  implement(hotline.remove, deleteHotline),
  implement(hotline.forApp, ({ merchantNo }, { db }) => shownAt(db, merchantNo, new Date())),
  implement(hotline.preview, async ({ merchantNo, at }, { db, caller }) => {
    if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
    return await shownAt(db, merchantNo, new Date(at));
  }),
  implement(hotline.usage, ({ hotlineNo }, call) => usageOf(hotlineNo, call)),
  implement(hotline.holidays, async ({ hotlineNos, hours }, call) => ({
    jobNo: await createJob(holidaysKind, { hours }, call, itemsOf(hotlineNos)),
  })),
  implement(hotline.copyMany, async ({ hotlineNos, merchantNos }, call) => ({
    jobNo: await createJob(copyManyKind, { merchantNos }, call, itemsOf(hotlineNos)),
  })),
];

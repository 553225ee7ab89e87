import { hotline } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { copyHotline, deleteHotline, saveHotline, switchHotline } from './commands.ts';
import { hotlineExport, hotlines } from './list.ts';
import { isHoliday, isOpenAt } from './open-now.ts';

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
  implement(hotline.forApp, async ({ merchantNo }, { db }) => {
    const now = new Date();
    const rows = await db
      .selectFrom('hotline')
      .select(['contactType', 'contactValue', 'serviceHours', 'languages', isHoliday(now).as('onHoliday')])
      .where('merchantNo', '=', merchantNo)
      .where('isEnabled', '=', true)
      .orderBy('sort')
      .orderBy('hotlineNo')
      .execute();
    return rows.map(({ onHoliday, ...row }) => ({ ...row, isOpenNow: isOpenAt(row.serviceHours, now, onHoliday) }));
  }),
];

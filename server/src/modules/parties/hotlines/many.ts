import * as z from 'zod/mini';
import type { hotline } from '@kituo/sdk/contracts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { copyHotline } from './commands.ts';

const SAVE = 'operation:hotline:save';
const span = z.strictObject({ from: z.string(), to: z.string() });
type Hours = hotline.HotlineRow['serviceHours'];

/** Pure: the same hours on other days, these on public holidays. */
export function withHolidays(serviceHours: Hours, holidays: readonly z.output<typeof span>[]): Hours {
  const others = serviceHours
    .map(({ days, ...hours }) => ({ ...hours, days: days.filter((day) => day !== 'HOLIDAY') }))
    .filter(({ days }) => days.length > 0);
  return [...others, ...holidays.map((hours) => ({ ...hours, days: ['HOLIDAY' as const] }))];
}

async function setHolidays(hotlineNo: string, hours: readonly z.output<typeof span>[], call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockOne(tx, tx.selectFrom('hotline').selectAll().where('hotlineNo', '=', hotlineNo), {
    missing: 'NOT_FOUND',
    subject: `hotline ${hotlineNo}`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  // Without hours somebody always answers, on holidays too: hours of holidays alone would close the other days.
  if (before.serviceHours.length === 0) throw new AppError('NOTHING_CHANGES');
  const serviceHours = withHolidays(before.serviceHours, hours);
  await tx
    .updateTable('hotline')
    .set({
      serviceHours: JSON.stringify(serviceHours),
      updatedBy: caller.userNo,
      updatedAt: new Date(),
      version: before.version + 1,
    })
    .where('hotlineNo', '=', hotlineNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'hotline.holidays',
    subjectType: 'hotline',
    subjectNo: hotlineNo,
    merchantNo: before.merchantNo,
    before: { serviceHours: before.serviceHours },
    after: { serviceHours },
  });
  return { hotlineNo };
}

/** Hours of public holidays of many contacts. */
export const holidaysKind: ItemsKind<{ readonly hours: z.output<typeof span>[] }> = defineJob({
  kind: 'hotlines.holidays',
  title: { en: 'Holiday hours of hotlines', zh: '批量设置节假日服务时间' },
  code: SAVE,
  params: z.strictObject({ hours: z.array(span) }),
  runItem: async ({ subjectNo }, { hours }, run) => await setHolidays(subjectNo, hours, asCommand(run)),
});

/** Many contacts to other merchants. */
export const copyManyKind: ItemsKind<{ readonly merchantNos: string[] }> = defineJob({
  kind: 'hotlines.copy',
  title: { en: 'Copy hotlines', zh: '批量复制热线' },
  code: SAVE,
  params: z.strictObject({ merchantNos: z.array(z.string()) }),
  async runItem({ subjectNo: hotlineNo }, { merchantNos }, run) {
    const held = await run.tx
      .selectFrom('hotline')
      .select('version')
      .where('hotlineNo', '=', hotlineNo)
      .executeTakeFirst();
    if (!held) throw new AppError('NOT_FOUND');
    return await copyHotline({ hotlineNo, version: held.version, merchantNos }, asCommand(run));
  },
});

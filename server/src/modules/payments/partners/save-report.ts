import type { ParsedRequestOf, partner } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { saveDay } from './days.ts';
import type { PartnerDay } from './store.ts';

/** Keeps what a partner reported, with who wrote it. @throws AppError as `saveDay` */
export async function saveReport(
  form: ParsedRequestOf<typeof partner.save>,
  call: CommandContext,
  reviewSource: PartnerDay['reviewSource'] = 'MANUAL',
) {
  const { tx, caller } = call;
  const { userNo, scope } = caller;
  const saved = await saveDay(tx, { ...form, userNo, scope, at: new Date(), reviewSource });
  const { partnerDayNo, merchantNo, dayStatus, dueCents, partnerApplied, approved } = saved;
  await writeAudit(tx, call, {
    action: 'partnerDay.saved',
    subjectType: 'partnerDay',
    subjectNo: partnerDayNo,
    merchantNo,
    ...(form.partnerDayNo !== undefined && { before: { dayStatus } }),
    after: { dayStatus, dueCents, partnerApplied, approved },
    ...(form.remark !== undefined && form.remark !== '' && { reason: form.remark }),
  });
  return { partnerDayNo, dayStatus, dueCents };
}

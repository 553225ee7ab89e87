import type { ReplyOf, orderDetail } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { findDetails } from './find-order.ts';

const DICTIONARY = 'SPEAKING_LANGUAGE';

async function languages({ db, lang }: Pick<Call, 'db' | 'lang'>) {
  const rows = await db
    .selectFrom('dictionaryEntry')
    .select(['value', 'label'])
    .where('dictKey', '=', DICTIONARY)
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .execute();
  return rows.map(({ value, label }) => ({ value, label: label[lang] ?? label['en'] ?? value }));
}

export async function readLanguage(
  { orderNo }: { readonly orderNo: string },
  call: Call,
): Promise<ReplyOf<typeof orderDetail.readLanguage>> {
  const { speakingLanguage } = await findDetails(call.db, call.caller, orderNo);
  return { speakingLanguage, options: await languages(call) };
}

/** Notes it with the customer: the next order is handed to somebody who speaks it, too. */
export async function setLanguage(
  { orderNo, speakingLanguage }: { readonly orderNo: string; readonly speakingLanguage: string },
  call: CommandCall,
): Promise<{ speakingLanguage: string }> {
  const { tx, caller } = call;
  const order = await findDetails(tx, caller, orderNo);
  const known = await languages({ db: call.db, lang: call.lang });
  if (!known.some(({ value }) => value === speakingLanguage)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['speakingLanguage'] });
  }
  await tx.updateTable('customer').set({ speakingLanguage }).where('customerNo', '=', order.customerNo).execute();
  await writeAudit(tx, call, {
    action: 'orderDetail.setLanguage',
    subjectType: 'order',
    subjectNo: orderNo,
    before: { speakingLanguage: order.speakingLanguage },
    after: { speakingLanguage },
  });
  return { speakingLanguage };
}

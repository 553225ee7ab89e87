import type { ParsedRequestOf, partner, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics } from '../../../http/implement.ts';
import type { Tx } from '../../../db/database.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { platformOfKey } from '../partner-platforms/index.ts';
import { saveDay } from './days.ts';

type Reported = ParsedRequestOf<typeof partner.apiReport>['days'][number];

/**
 * Keeps what a partner's own system reports, each day in a transaction of its own: a day that cannot be kept leaves the
 * others. What staff saved is theirs. @throws AppError MERCHANT_KEY_WRONG
 */
export async function reportByKey(
  { apiKey, days }: ParsedRequestOf<typeof partner.apiReport>,
  { db, address, requestId }: CallBasics,
): Promise<ReplyOf<typeof partner.apiReport>> {
  const platformCode = await platformOfKey(db, apiKey, address);
  const refused: ReplyOf<typeof partner.apiReport>['refused'] = [];
  for (const day of days) {
    try {
      await db.transaction().execute(async (tx) => {
        await keepDay(tx, day, platformCode, { requestId, address });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ marketProductNo: day.marketProductNo, bizDate: day.bizDate, error: error.error });
    }
  }
  return { saved: days.length - refused.length, refused };
}

/** @throws AppError REFERENCE_UNKNOWN for a product of another partner, PARTNER_DAY_EXISTS for a day that staff saved, and as `saveDay` */
async function keepDay(
  tx: Tx,
  day: Reported,
  platformCode: string,
  actor: Pick<CallBasics, 'requestId' | 'address'>,
): Promise<void> {
  const { marketProductNo, bizDate } = day;
  const product = await tx
    .selectFrom('partnerProduct')
    .select('platformCode')
    .where('marketProductNo', '=', marketProductNo)
    .executeTakeFirst();
  if (product?.platformCode !== platformCode) throw new AppError('REFERENCE_UNKNOWN', { fields: ['marketProductNo'] });
  const before = await tx
    .selectFrom('partnerDay')
    .select(['partnerDayNo', 'savedBy'])
    .where('marketProductNo', '=', marketProductNo)
    .where('bizDate', '=', bizDate)
    .executeTakeFirst();
  if (before && before.savedBy !== null) throw new AppError('PARTNER_DAY_EXISTS', { fields: ['bizDate'] });
  const partnerDayNo = before?.partnerDayNo;
  const saved = await saveDay(tx, {
    ...day,
    partnerDayNo,
    userNo: null,
    scope: 'all',
    at: new Date(),
    reviewSource: 'API',
  });
  const { dayStatus, dueCents, partnerApplied, approved } = saved;
  await writeAudit(tx, actor, {
    action: 'partnerDay.saved',
    subjectType: 'partnerDay',
    subjectNo: saved.partnerDayNo,
    merchantNo: saved.merchantNo,
    ...(partnerDayNo !== undefined && { before: { dayStatus } }),
    after: { dayStatus, dueCents, partnerApplied, approved },
  });
}

import type { promoCode } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { BusinessDate } from '../../platform/policy/index.ts';

interface OfBatch {
  readonly batchStatus: string;
  readonly maxRedemptions: number;
  readonly endsOn: string;
}
interface OfCode {
  readonly redeemed: number;
  readonly disabledAt: Date | null;
}

/** What keeps a code from being redeemed on a day; ENABLED where nothing does. The first reason in this order counts. */
export function statusOfCode(
  batch: OfBatch,
  code: OfCode,
  today: BusinessDate,
): z.output<typeof promoCode.promoCodeStatus> {
  if (code.disabledAt !== null || batch.batchStatus !== 'ENABLED') return 'DISABLED';
  if (batch.endsOn < today) return 'EXPIRED';
  return code.redeemed >= batch.maxRedemptions ? 'EXHAUSTED' : 'ENABLED';
}

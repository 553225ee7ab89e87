import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { bookFeeKind } from '../channel-fees/index.ts';
import { adjustKind, reverseKind } from '../flows/index.ts';
import { lockDay, rematch } from './days.ts';

/** What the command of a difference is given, and the day that it is a difference of. */
interface OfDay<Payload> {
  readonly runId: string;
  readonly of: Payload;
}

/** A command of another section that ends a difference: once it is approved the day is matched again with it. */
function thenMatched<Payload>(kind: ChangeKind<Payload>, name: string): ChangeKind<OfDay<Payload>> {
  const { family, checkerCode, lapsesAfterHours, title } = kind;
  return {
    family,
    checkerCode,
    ...(lapsesAfterHours !== undefined && { lapsesAfterHours }),
    title,
    kind: name,
    payload: z.strictObject({ runId: z.string(), of: kind.payload }),
    describe: async (db, { of }, scope, services) => await kind.describe(db, of, scope, services),
    async apply({ runId, of }, call) {
      const day = await lockDay(call.tx, runId, call.caller.scope);
      if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
      const result = await kind.apply(of, call);
      await rematch(call.tx, day);
      return result;
    },
  };
}

/** What ends a difference beyond this section. */
export const endKinds = {
  bookFee: thenMatched(bookFeeKind, 'reconDifference.bookFee'),
  reverse: thenMatched(reverseKind, 'reconDifference.reverse'),
  adjust: thenMatched(adjustKind, 'reconDifference.adjust'),
};

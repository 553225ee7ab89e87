import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type BatchThing, defineBatch } from '../../platform/batches/index.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { shownDay } from '../../platform/policy/index.ts';
import { shownSerial } from '../payments/index.ts';
import { confirmDay, reopenDay } from './days.ts';
import { settleDays } from './settle.ts';
import type { PartnerDay } from './store.ts';

const shared = {
  family: 'partnerDay',
  checkerCode: 'supermarket:config:audit',
  lapsesAfterHours: 24,
} as const;

const ofOne = z.strictObject({ partnerDayNo: z.string(), makerUserNo: z.string() });

/** A day is closed: what is due is income. */
export const confirmKind = kindOfOne(
  { kind: 'partnerDay.confirm', action: 'partnerDay.confirmed' },
  { en: 'Confirm partner day', zh: '确认合作方日结' },
  'CONFIRMED',
  confirmDay,
);

/** A confirmed day is opened again: its income is mirrored. */
export const reopenKind = kindOfOne(
  { kind: 'partnerDay.reopen', action: 'partnerDay.reopened' },
  { en: 'Reopen partner day', zh: '重新打开合作方日结' },
  'OPEN',
  reopenDay,
);

function kindOfOne(
  { kind, action }: { readonly kind: string; readonly action: string },
  title: { readonly en: string; readonly zh: string },
  dayStatus: PartnerDay['dayStatus'],
  move: typeof confirmDay,
): ChangeKind<z.output<typeof ofOne>> {
  return {
    ...shared,
    kind,
    title,
    payload: ofOne,
    async describe(db, { partnerDayNo }, scope) {
      const [day] = await daysWithin(db, [partnerDayNo], scope);
      if (!day) throw new AppError('PARTNER_DAY_NOT_FOUND');
      const { productName, bizDate, merchantNo, amountCents, version } = day;
      return {
        subjectNo: partnerDayNo,
        subjectName: `${productName}, ${shownDay(bizDate)}`,
        before: { dayStatus: day.dayStatus },
        after: { dayStatus, dueCents: amountCents },
        concerns: [],
        merchantNos: [merchantNo],
        state: { version },
      };
    },
    async apply({ partnerDayNo, makerUserNo }, call) {
      const { userNo, scope } = call.caller;
      const who = { makerUserNo, userNo, scope, at: new Date() };
      const after = await move(call.tx, partnerDayNo, who);
      await tell(call, action, dayStatus === 'OPEN' ? 'CONFIRMED' : 'OPEN', after);
      return { partnerDayNo, dayStatus };
    },
  };
}

const ofMany = z.strictObject({
  partnerDayNos: z.array(z.string()),
  amountCents: z.number(),
  paymentChannel: z.enum(['MPESA', 'BANK']),
  paymentCode: z.string(),
  paidAt: z.iso.datetime(),
  makerUserNo: z.string(),
});

/** A partner paid for days: the money is on our account, the receivable is gone. */
export const settleKind: ChangeKind<z.output<typeof ofMany>> = {
  ...shared,
  kind: 'partnerDay.settle',
  title: { en: 'Record partner payment', zh: '登记合作方付款' },
  payload: ofMany,
  async describe(db, { partnerDayNos, amountCents, paymentChannel, paymentCode }, scope) {
    const days = await daysWithin(db, partnerDayNos, scope);
    if (days.length < new Set(partnerDayNos).size) throw new AppError('PARTNER_DAY_NOT_FOUND');
    return {
      subjectNo: null,
      subjectName: shownSerial(paymentChannel, paymentCode),
      before: null,
      after: { days: days.length, amountCents, partnerDayNos },
      concerns: [],
      merchantNos: [...new Set(days.map(({ merchantNo }) => merchantNo))],
      state: Object.fromEntries(days.map(({ no, version }) => [no, version])),
    };
  },
  async apply({ makerUserNo, paidAt, ...payment }, call) {
    const { userNo, scope } = call.caller;
    const who = { makerUserNo, userNo, scope, at: new Date() };
    const paid = { ...payment, paidAt: new Date(paidAt) };
    const { paymentNo, days } = await settleDays(call.tx, paid, who);
    for (const day of days) {
      const after = { ...day, dayStatus: 'PAID', paymentNo } as const;
      await tell(call, 'partnerDay.settled', 'CONFIRMED', after);
    }
    return { paymentNo };
  },
};

/** Days closed, many in one batch. */
export const confirmBatch = defineBatch({
  name: 'partnerDays',
  family: shared.family,
  title: { en: 'Batch confirmation of partner days', zh: '批量确认合作方日结' },
  checkerCode: shared.checkerCode,
  field: 'partnerDayNos',
  missing: 'PARTNER_DAY_NOT_FOUND',
  find: daysWithin,
  actions: {
    confirm: {
      title: { en: 'Confirm partner days', zh: '批量确认合作方日结' },
      async run(partnerDayNo, { makerUserNo }, call) {
        const { userNo, scope } = call.caller;
        const who = { makerUserNo, userNo, scope, at: new Date() };
        await tell(call, 'partnerDay.confirmed', 'OPEN', await confirmDay(call.tx, partnerDayNo, who));
      },
    },
  },
});

async function daysWithin(db: Queryable, nos: readonly string[], scope: DataScope) {
  const merchantNos = merchantsSeen(scope);
  let query = db
    .selectFrom('partnerDay as d')
    .innerJoin('partnerProduct as p', 'p.marketProductNo', 'd.marketProductNo')
    .select(['d.partnerDayNo as no', 'd.merchantNo', 'd.dueCents as amountCents'])
    .select(['p.productName', 'd.bizDate', 'd.dayStatus', 'd.version'])
    .where('d.partnerDayNo', 'in', [...nos]);
  if (merchantNos) query = query.where('d.merchantNo', 'in', [...merchantNos, '']);
  return (await query.execute()) satisfies BatchThing[];
}

async function tell(
  call: CommandContext,
  action: string,
  before: PartnerDay['dayStatus'],
  { partnerDayNo, merchantNo, dayStatus, dueCents, paymentNo }: PartnerDay,
): Promise<void> {
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'partnerDay',
    subjectNo: partnerDayNo,
    merchantNo,
    before: { dayStatus: before },
    after: { dayStatus, dueCents, ...(paymentNo !== null && { paymentNo }) },
  });
}

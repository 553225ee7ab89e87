import { attachCertificate } from '../../../../../testing/test-attachments.ts';
import { checkMark } from '../../../lending/credit/index.ts';
import { type LenderCommand, oneOf, serialOf, type Turn } from './lender.ts';

/* What the company does for and with the customer of a history: coupons, limits, complaints, contacts, robots. */

const REASON = 'as the model has it';
const maker = (request: LenderCommand['request']): LenderCommand => ({ by: 'maker', request });
const checker = (request: LenderCommand['request']): LenderCommand => ({ by: 'checker', request });
const isYes = ({ pick }: Turn) => pick % 3 > 0;
const DAY_MS = 86_400_000;

async function phoneOf({ tx, world }: Turn): Promise<string> {
  const row = await tx
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', world.loan.customerNo)
    .executeTakeFirstOrThrow();
  return row.phone;
}

async function couponOf(turn: Turn): Promise<string> {
  const { tx, world } = turn;
  const rows = await tx
    .selectFrom('coupon')
    .select('couponNo')
    .where('customerNo', '=', world.loan.customerNo)
    .orderBy('couponNo')
    .execute();
  return rows[turn.pick % Math.max(1, rows.length)]?.couponNo ?? 'CP0';
}

async function caseOf({ tx, world }: Turn): Promise<string> {
  const row = await tx
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', world.loan.orderNo)
    .orderBy('caseNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.caseNo ?? 'CS0000000000';
}

async function raise(turn: Turn): Promise<object> {
  const { merchantNo } = turn.world.loan;
  const phones = [await phoneOf(turn)];
  const checked = checkMark(merchantNo, phones);
  const task = { merchantNo, phones, checked, amountCents: 100 * (1 + turn.pick), validDays: 1 + (turn.pick % 30) };
  return { ...task, taskName: serialOf(turn), reason: REASON };
}

const ROBOT = {
  scriptCode: 'REMIND',
  voiceLanguage: 'sw',
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 60,
  startAt: '2026-01-01T00:00:00Z',
};
const onFeedback = (more: (turn: Turn) => object = () => ({})) =>
  maker((turn) => ({ feedbackNo: oneOf(turn, 'feedbackNo'), ...more(turn) }));
const onRobot = maker((turn) => ({ taskNo: oneOf(turn, 'taskNo', 'RT') }));

/** A certificate of customer service, attached to the merchant as the page does it. */
async function certificateOf({ tx, world }: Turn): Promise<string> {
  const { merchantNo } = world.loan;
  const attachmentNo = `AT-${merchantNo}`;
  const of = { subjectType: 'serviceVoucher', subjectNo: merchantNo, userNo: world.people.maker };
  await attachCertificate(tx, { ...of, attachmentNo });
  return attachmentNo;
}

export const PEOPLE_COMMANDS: Readonly<Record<string, LenderCommand>> = {
  'coupon.freeze': maker(async (turn) => ({ couponNo: await couponOf(turn), reason: REASON })),
  'coupon.unfreeze': maker(async (turn) => ({ couponNo: await couponOf(turn), reason: REASON })),
  'coupon.attach': maker(async (turn) => ({ couponNo: await couponOf(turn), orderNo: turn.world.loan.orderNo })),
  'coupon.detach': maker(async (turn) => ({ couponNo: await couponOf(turn), reason: REASON })),
  'coupon.takeBack': maker(async (turn) => ({ couponNo: await couponOf(turn), reason: REASON })),
  'customerCredit.open': maker((turn) => ({
    customerNo: turn.world.loan.customerNo,
    creditType: 'REVOLVING',
    limitCents: 100 * (1 + turn.pick),
    expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    reason: REASON,
  })),
  'customerCredit.close': maker((turn) => ({ customerNo: turn.world.loan.customerNo, reason: REASON })),
  'temporaryCredit.taskCreate': maker(raise),
  'temporaryCredit.taskAudit': checker((turn) => ({
    taskNo: oneOf(turn, 'taskNo', 'TC'),
    isApproved: isYes(turn),
    remark: REASON,
  })),
  'temporaryCredit.taskRemove': maker((turn) => ({ taskNo: oneOf(turn, 'taskNo', 'TC') })),
  'feedback.save': maker(async (turn) => ({
    phone: await phoneOf(turn),
    orderNo: turn.world.loan.orderNo,
    source: 'CALL',
    category: 'CHARGES',
    severity: 'HIGH',
    content: serialOf(turn),
  })),
  'feedback.take': onFeedback(),
  'feedback.assign': onFeedback(({ world }) => ({ handlerUserNo: world.people.maker, reason: REASON })),
  'feedback.note': onFeedback(() => ({ note: REASON })),
  'feedback.finish': onFeedback(() => ({ result: 'EXPLAINED', replyContent: REASON })),
  'feedback.dispute': onFeedback(() => ({ disputed: REASON })),
  'feedback.liftDispute': maker(async (turn) => ({
    feedbackNo: oneOf(turn, 'feedbackNo'),
    reason: REASON,
    voucherIds: [await certificateOf(turn)],
  })),
  'contact.blockPlace': maker((turn) => ({
    blockKind: 'DO_NOT_CALL',
    customerNo: turn.world.loan.customerNo,
    note: REASON,
  })),
  'contact.blockLift': maker(async (turn) => {
    const { tx, world } = turn;
    const block = await tx
      .selectFrom('contactBlock')
      .select('blockId')
      .where('customerNo', '=', world.loan.customerNo)
      .orderBy('blockId', 'desc')
      .limit(1)
      .executeTakeFirst();
    return { blockId: block?.blockId ?? 999_999_999, reason: REASON, voucherIds: [await certificateOf(turn)] };
  }),
  'contact.consent': maker(async (turn) => ({
    partyKind: 'GUARANTOR',
    customerNo: turn.world.loan.customerNo,
    phone: `2547${String(turn.world.loan.orderNo).slice(-8)}`,
    partyName: 'Guarantor',
    voucherIds: [await certificateOf(turn)],
  })),
  'contact.withdraw': maker(async ({ tx, world }) => {
    const party = await tx
      .selectFrom('contactParty')
      .select('partyId')
      .where('customerNo', '=', world.loan.customerNo)
      .limit(1)
      .executeTakeFirst();
    return { partyId: party?.partyId ?? 999_999_999, reason: REASON };
  }),
  'rudderTask.create': maker(async (turn) => ({ ...ROBOT, taskName: serialOf(turn), caseIds: [await caseOf(turn)] })),
  'rudderTask.stop': onRobot,
};

import type { route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { EvidenceTopic } from '../db/order-file-schema.ts';
import { Dice } from './lending/dice.ts';
import type { SeedStep } from './lending/seed-step.ts';
import { evidenceFor, faceOf, type EvidenceSubject } from './order-evidence.ts';
import { drawDemoPictures, type DemoPictures } from './order-pictures.ts';
import { MERCHANTS } from './places.ts';

/** Orders a transaction. */
const BATCH = 100;
/** The disbursement operator who agreed to the routes; no reviewer. */
const ROUTE_APPROVER = 'U000016';
const ROUTE_MAKER = 'U000001';

/** All of a merchant's orders from the M-Pesa float, automatically. */
async function seedStrategy(tx: Tx, merchantNo: string, merchantName: string): Promise<void> {
  const { ruleId } = await tx
    .insertInto('configRule')
    .values({ configKey: 'afterLoan.route', merchantNo, createdBy: ROUTE_MAKER })
    .returning('ruleId')
    .executeTakeFirstOrThrow();
  const value: route.RouteStrategy = {
    ruleName: `${merchantName}, M-Pesa`.slice(0, 30),
    productNos: [],
    payoutType: 'MOBILE_MONEY',
    minAmountCents: 0,
    maxAmountCents: null,
    fromTime: '00:00',
    toTime: '23:59',
    entries: [{ accountId: 'MPESA_FLOAT', weight: 100, dailyLimitCents: null, floorCents: null }],
    failOverCodes: [],
    autoSend: true,
  };
  await tx
    .insertInto('configVersion')
    .values({
      configKey: 'afterLoan.route',
      subjectNo: `${merchantNo}_${ruleId}`,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
      storedStatus: 'IN_FORCE',
      makerUserNo: ROUTE_MAKER,
      editorUserNos: [ROUTE_MAKER],
      checkerUserNo: ROUTE_APPROVER,
      reason: 'Loans leave from the M-Pesa float',
    })
    .execute();
}

/** Routes and accounts of the merchants: what a passed order leaves by, and what staff tell customers. */
export async function seedRoutes(tx: Tx): Promise<void> {
  const names = MERCHANTS.map(({ merchantName }) => merchantName);
  const rows = await tx
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName', 'companyName'])
    .where('merchantName', 'in', names)
    .orderBy('merchantNo')
    .execute();
  for (const { merchantNo, merchantName } of rows) await seedStrategy(tx, merchantNo, merchantName);
  await tx
    .insertInto('corporateAccount')
    .values(
      rows.flatMap(({ merchantNo, companyName }, index) => {
        const shared = { merchantNo, companyName, bankName: 'MPESA', paymentChannel: 'MPESA' };
        const hotline = `0800 72${index} 010`;
        return [
          {
            ...shared,
            direction: 'PAYING' as const,
            accountNo: String(600_100 + index * 11),
            hotline,
          },
          {
            ...shared,
            direction: 'RECEIVING' as const,
            accountNo: String(400_200 + index * 11),
            hotline,
          },
        ];
      }),
    )
    .execute();
}

/** Evidence, pictures, credit lines and past decisions of every order that has none yet. */
export const orderFileStep: SeedStep = {
  name: 'order files',
  async run(db, { dice }) {
    const pictures = drawDemoPictures();
    await keepPictures(db, pictures);
    for (;;) {
      const subjects = await bareOrders(db);
      if (subjects.length === 0) break;
      await db.transaction().execute(async (tx) => await fillFiles(tx, subjects, pictures));
    }
    await grantCredit(db);
    await rememberDecisions(db);
    await blacklistSome(db, dice);
  },
};

async function keepPictures(db: Database, { selfies, idFronts, idBack }: DemoPictures): Promise<void> {
  const rows = [...selfies, ...idFronts, idBack].map(({ contentHash, content }) => ({
    contentHash,
    contentType: 'image/png',
    sizeBytes: content.length,
    md5: contentHash.slice(0, 32),
  }));
  await db
    .insertInto('storedFile')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function bareOrders(db: Database): Promise<EvidenceSubject[]> {
  return await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.orderNo', 'o.customerNo', 'o.applyTime', 'c.customerName', 'c.phone', 'c.county'])
    .select(['c.employer', 'c.monthlyIncomeCents'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orderEvidence as e').select('e.orderNo').whereRef('e.orderNo', '=', 'o.orderNo'))),
    )
    .orderBy('o.orderNo')
    .limit(BATCH)
    .execute();
}

async function fillFiles(
  tx: Tx,
  subjects: readonly EvidenceSubject[],
  { selfies, idFronts, idBack }: DemoPictures,
): Promise<void> {
  // Luck by the order's own number: whatever is seeded later, this order's file stays as it is.
  const made = subjects.map((subject) => ({
    subject,
    ...evidenceFor(new Dice(Number(subject.orderNo.replace(/\D/g, '')) * 31 + 7), subject),
  }));
  await tx
    .insertInto('orderEvidence')
    .values(
      made.flatMap(({ subject, contents }) =>
        Object.entries(contents).map(([topic, content]) => ({
          orderNo: subject.orderNo,
          // The keys are those of the contents.
          topic: topic as EvidenceTopic,
          askedAt: subject.applyTime,
          deliveredAt: content === null ? null : subject.applyTime,
          content: content === null ? null : JSON.stringify(content),
        })),
      ),
    )
    .execute();
  await tx
    .insertInto('orderTrait')
    .values(made.flatMap(({ subject, traits }) => traits.map((trait) => ({ ...trait, orderNo: subject.orderNo }))))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('orderImage')
    .values(
      subjects.flatMap(({ orderNo, customerNo, applyTime }) => {
        const face = faceOf(customerNo);
        const of = (imageKind: 'ID_FRONT' | 'ID_BACK' | 'SELFIE', picture: { contentHash: string } | undefined) => ({
          orderNo,
          imageKind,
          contentHash: picture?.contentHash ?? idBack.contentHash,
          takenAt: applyTime,
        });
        return [of('ID_FRONT', idFronts[face]), of('ID_BACK', idBack), of('SELFIE', selfies[face])];
      }),
    )
    .execute();
}

/** Most customers have a line, a few have one that is over; what they use of it is what they owe. */
async function grantCredit(db: Database): Promise<void> {
  await sql`
    INSERT INTO customer_credit (customer_no, credit_type, limit_cents, credit_status, expires_at, granted_at)
    SELECT c.customer_no, CASE WHEN hashtext(c.customer_no) % 3 = 0 THEN 'PRE_APPROVAL' ELSE 'REVOLVING' END,
      greatest(2000000 + (abs(hashtext(c.customer_no || 'limit')) % 12) * 1000000,
        coalesce(o.owed_cents, 0) + 2000000),
      'GRANTED', now() + interval '200 days', c.created_at
    FROM customer c
    -- Summed once: asked of each customer of a book just filled, it would read all bills as often.
    LEFT JOIN (SELECT b.customer_no, sum(bb.principal_cents) AS owed_cents FROM bill b JOIN bill_balance bb USING (bill_no)
      GROUP BY b.customer_no) o ON o.customer_no = c.customer_no
    WHERE abs(hashtext(c.customer_no || 'has')) % 10 < 7
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    UPDATE customer SET speaking_language = (ARRAY['en', 'sw', 'sw', 'ki', 'luo'])[1 + abs(hashtext(customer_no)) % 5]
    WHERE speaking_language IS NULL`.execute(db);
}

const STEP_ANSWERS = JSON.stringify([
  {
    stepName: 'Compare the selfie with the ID',
    stepNameZh: '比对自拍照与证件照',
    required: true,
    answer: 'CONSISTENT',
    note: null,
  },
  {
    stepName: 'Employer and income',
    stepNameZh: '工作单位与收入',
    required: true,
    answer: 'CONFIRMED',
    note: null,
  },
  {
    stepName: 'Emergency contacts',
    stepNameZh: '紧急联系人',
    required: false,
    answer: 'NOT_REACHED',
    note: null,
  },
  {
    stepName: 'Lending and gambling apps',
    stepNameZh: '借贷与博彩应用',
    required: false,
    answer: null,
    note: null,
  },
]);

/** Orders that were decided have the record of it, as if their reviewers had written it then. */
async function rememberDecisions(db: Database): Promise<void> {
  await sql`
    INSERT INTO order_review (order_no, merchant_no, reviewer_user_no, review_status, audit_result, approved_cents,
      refuse_code, remark, face_consistency, change_bank_card, change_payout_type, steps, opened_at, decided_at)
    SELECT o.order_no, o.merchant_no, o.reviewer_user_no, 'DECIDED', r.result,
      CASE WHEN r.result = 'PASS' THEN o.approved_cents END,
      CASE WHEN r.result <> 'PASS' THEN o.refuse_code END, o.decision_remark,
      CASE WHEN r.result = 'PASS' THEN 'CONSISTENT' ELSE 'UNCLEAR' END,
      CASE WHEN r.result = 'PASS' THEN false END, CASE WHEN r.result = 'PASS' THEN false END,
      ${STEP_ANSWERS}::jsonb, o.audit_time - make_interval(secs => 90 + abs(hashtext(o.order_no)) % 420), o.audit_time
    FROM loan_order o CROSS JOIN LATERAL (SELECT CASE o.order_status
      WHEN 'REFUSED' THEN 'REFUSE' WHEN 'RETURNED' THEN 'REJECT' ELSE 'PASS' END AS result) r
    WHERE o.reviewer_user_no IS NOT NULL AND o.audit_time IS NOT NULL
      AND (r.result <> 'PASS' OR o.approved_cents IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM order_review v WHERE v.order_no = o.order_no)
    ORDER BY o.audit_time`.execute(db);
}

async function blacklistSome(db: Database, dice: Dice): Promise<void> {
  const rows = MERCHANTS.flatMap(({ merchantNo }) =>
    Array.from({ length: 5 }, () => ({
      merchantNo,
      listKind: 'PHONE' as const,
      listValue: `2547${String(dice.between(0, 99_999_999)).padStart(8, '0')}`,
      reason: dice.pick(['Fraud ring', 'Identity theft reported', 'Court order']),
    })),
  );
  await db
    .insertInto('customerBlacklist')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

const MERCHANT = 'M0001';
const DAY_MS = 86_400_000;
/** Who wrote, who approved, who inspected. */
const WRITER = 'U000012';
const APPROVER = 'U000001';
const INSPECTOR = 'U000012';
const COLLECTORS = ['U000005', 'U000022'] as const;

const ITEMS = [
  ['Says who calls and for which lender', 20, false],
  ['Speaks to the borrower or an agreed guarantor alone', 30, true],
  ['Stays polite, threatens nobody', 30, true],
  ['Names the amount, the due date and how to pay', 20, false],
] as const;
const items = ITEMS.map(([itemName, weight, isFatal], index) => ({
  itemNo: `I${index + 1}`,
  itemName,
  weight,
  isFatal,
}));

/** Score sheets, sampling rules and inspections in every status. */
export async function seedQuality(tx: Tx, now: Date): Promise<void> {
  const sheet = {
    sheetName: 'Collection contact',
    sourceTypes: ['CALL' as const, 'SMS' as const, 'ROBOT' as const],
    items: JSON.stringify(items),
  };
  const { sheetNo } = await tx
    .insertInto('qualitySheet')
    .values({ ...sheet, sheetStatus: 'ENABLED', isInUse: true, updatedBy: WRITER, approvedBy: APPROVER })
    .returning('sheetNo')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('qualitySheetVersion')
    .values({ sheetNo, versionNo: 1, sourceTypes: sheet.sourceTypes, items: sheet.items, approvedBy: APPROVER })
    .execute();
  await tx
    .insertInto('qualitySheet')
    .values({
      sheetName: 'Customer service reply',
      sourceTypes: ['FEEDBACK'],
      items: JSON.stringify([
        { itemNo: 'I1', itemName: 'Answers what was asked', weight: 60, isFatal: false },
        { itemNo: 'I2', itemName: 'Within the time promised', weight: 40, isFatal: false },
      ]),
      sheetStatus: 'PENDING_APPROVAL',
      updatedBy: WRITER,
    })
    .execute();
  const { ruleNo } = await tx
    .insertInto('samplingRule')
    .values({
      ruleName: 'Collection calls, weekly',
      sourceType: 'CALL',
      sheetNo,
      percent: 5,
      minPerPerson: 2,
      minSeconds: 20,
      ruleStatus: 'ENABLED',
      updatedBy: WRITER,
      approvedBy: APPROVER,
    })
    .returning('ruleNo')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('samplingRule')
    .values([
      {
        ruleName: 'Messages of collectors',
        sourceType: 'SMS',
        sheetNo,
        percent: 2,
        minPerPerson: 1,
        minSeconds: 0,
        updatedBy: WRITER,
      },
      {
        ruleName: 'Long collection calls',
        sourceType: 'CALL',
        sheetNo,
        percent: 10,
        minPerPerson: 1,
        minSeconds: 300,
        ruleStatus: 'PENDING_APPROVAL',
        updatedBy: WRITER,
      },
    ])
    .execute();
  await seedInspections(tx, now, { sheetNo, ruleNo });
}

async function seedInspections(
  tx: Tx,
  now: Date,
  { sheetNo, ruleNo }: { readonly sheetNo: string; readonly ruleNo: string },
): Promise<void> {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const scored = (lost: number, comment: string) => {
    const answers = items.map(({ itemNo, weight }, index) => ({
      itemNo,
      points: index === 3 ? weight - lost : weight,
      comment: index === 3 && lost > 0 ? comment : '',
    }));
    return { score: 100 - lost, answers: JSON.stringify(answers), scoredAt: daysFromNow(-1), sheetVersionNo: 1 };
  };
  const by = { inspectorUserNo: INSPECTOR, appealDueAt: daysFromNow(2) };
  const rows = [
    { days: 1, person: 0, seconds: 184 },
    { days: 1, person: 1, seconds: 62 },
    { days: 2, person: 0, seconds: 240, inspectionStatus: 'SCORED' as const, ...by, ...scored(0, '') },
    {
      days: 2,
      person: 1,
      seconds: 121,
      inspectionStatus: 'APPEALED' as const,
      ...by,
      ...scored(15, 'Did not say how to pay'),
      appeal: 'The customer had the paybill already.',
      appealedAt: daysFromNow(-0.5),
    },
    {
      days: 6,
      person: 0,
      seconds: 95,
      inspectionStatus: 'CLOSED' as const,
      ...by,
      ...scored(10, 'The due date was missing'),
      appealDueAt: daysFromNow(-1),
    },
  ];
  await tx
    .insertInto('inspection')
    .values(
      rows.map(({ days, person, seconds, ...row }, index) => ({
        ...row,
        sourceType: 'CALL' as const,
        // Calls of before this console: nothing is left of them but the result.
        subjectNo: String(9_000_000_001 + index),
        merchantNo: MERCHANT,
        userNo: COLLECTORS[person] ?? COLLECTORS[0],
        phone: `25472233${String(4401 + index)}`,
        happenedAt: daysFromNow(-days),
        durationSeconds: seconds,
        ruleNo,
        sheetNo,
      })),
    )
    .execute();
  // A second inspector, who did not know the first score, saw the due date named.
  await sql`insert into quality_calibration (inspection_no, sheet_no, sheet_version_no, first_user_no, first_answers,
      first_score, second_user_no, second_answers, second_score, scored_at, drawn_by)
    select i.inspection_no, i.sheet_no, i.sheet_version_no, i.inspector_user_no, i.answers, i.score, ${APPROVER},
      jsonb_set(i.answers, '{3,points}', '20'), 100, ${daysFromNow(-1)}::timestamptz, ${APPROVER}
    from inspection i where i.inspection_status = 'CLOSED' and i.inspector_user_no = ${INSPECTOR}`.execute(tx);
  await sql`update inspection set flags = '{GATE_REFUSAL}' where subject_no = '9000000002'`.execute(tx);
}

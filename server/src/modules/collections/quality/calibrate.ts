import type { calibration, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { scoreOf } from './answers.ts';
import { calibrations, disputedOf } from './calibrations.list.ts';
import { inspectorsOf } from './choices.ts';
import { itemsOf } from './commands.ts';
import { kappaOf } from './kappa.ts';
import { evidenceOf } from './read-inspection.ts';

const bounds = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) => ({
  from: from === undefined ? null : startOfBusinessDate(from),
  to: to === undefined ? null : startOfBusinessDate(addDays(to, 1)),
});

/** Each goes to whoever of the chosen has the fewest so far. @throws AppError CALIBRATION_EMPTY */
export async function drawCalibration(
  { sheetNo, scoredAt, count, inspectorUserNos }: ParsedRequestOf<typeof calibration.draw>,
  call: CommandContext,
): Promise<ReplyOf<typeof calibration.draw>> {
  const { tx, caller } = call;
  const merchantNos = merchantsSeen(caller.scope);
  const { from, to } = bounds(scoredAt);
  const { rows } = await sql<{
    inspectionNo: string;
    merchantNo: string;
    userNo: string | null;
    firstUserNo: string;
    decidedBy: string | null;
  }>`
    select i.inspection_no, i.merchant_no, i.user_no, i.inspector_user_no as first_user_no, i.decided_by
    from inspection i
    where i.sheet_no = ${sheetNo} and i.scored_at >= ${from} and i.scored_at < ${to}
      and i.inspection_status in ('SCORED', 'CLOSED') and i.decision is distinct from 'AMEND'
      and i.inspector_user_no is not null
      and (${merchantNos === null}::boolean or i.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))
      and not exists (select from quality_calibration x where x.inspection_no = i.inspection_no)
    order by random() for key share of i`.execute(tx);
  const load = new Map([...new Set(inspectorUserNos)].map((userNo) => [userNo, 0]));
  const fit = new Map<string, ReadonlySet<string>>();
  let drawn = 0;
  for (const { inspectionNo, merchantNo, userNo, firstUserNo, decidedBy } of rows) {
    if (drawn === count) break;
    const ofMerchant = fit.get(merchantNo) ?? new Set((await inspectorsOf(tx, [merchantNo])).map(({ value }) => value));
    fit.set(merchantNo, ofMerchant);
    const [second] = [...load]
      // Whoever decided an appeal has seen the first score.
      .filter(([one]) => ![userNo, firstUserNo, decidedBy].includes(one) && ofMerchant.has(one))
      .toSorted(([, one], [, other]) => one - other);
    if (second === undefined) continue;
    const made = await sql`insert into quality_calibration (inspection_no, sheet_no, sheet_version_no, first_user_no,
        first_answers, first_score, second_user_no, drawn_by)
      select inspection_no, sheet_no, sheet_version_no, inspector_user_no, answers, score, ${second[0]}, ${caller.userNo}
      from inspection where inspection_no = ${inspectionNo} on conflict do nothing`.execute(tx);
    if (made.numAffectedRows !== 1n) continue;
    load.set(second[0], second[1] + 1);
    drawn += 1;
  }
  if (drawn === 0) throw new AppError('CALIBRATION_EMPTY', { fields: ['inspectorUserNos'] });
  await writeAudit(tx, call, {
    action: 'calibration.draw',
    subjectType: 'qualityCalibration',
    subjectNo: sheetNo,
    after: { drawn, scoredAt, inspectorUserNos },
  });
  return { drawn };
}

/** @throws AppError CALIBRATION_NOT_FOUND, NOTHING_CHANGES, and what `scoreOf` refuses */
export async function scoreCalibration(
  { calibrationNo, points, comments }: ParsedRequestOf<typeof calibration.score>,
  call: CommandContext,
): Promise<ReplyOf<typeof calibration.score>> {
  const { tx, caller } = call;
  const query = tx.selectFrom('qualityCalibration').selectAll().where('calibrationNo', '=', calibrationNo);
  const before = await lockOne(tx, query, {
    missing: 'CALIBRATION_NOT_FOUND',
    subject: `second score ${calibrationNo}`,
    state: ({ scoredAt }) => scoredAt?.toISOString() ?? '',
    isSeen: ({ secondUserNo }) => secondUserNo === caller.userNo,
  });
  if (before.scoredAt !== null) throw new AppError('NOTHING_CHANGES');
  const items = await itemsOf(tx, before);
  const { answers, score } = scoreOf(items, points, comments);
  await tx
    .updateTable('qualityCalibration')
    .set({ secondAnswers: JSON.stringify(answers), secondScore: score, scoredAt: new Date() })
    .where('calibrationNo', '=', calibrationNo)
    .execute();
  const disagreements = disputedOf(items, before.firstAnswers, answers);
  await writeAudit(tx, call, {
    action: 'calibration.score',
    subjectType: 'qualityCalibration',
    subjectNo: calibrationNo,
    after: { score },
  });
  return { calibrationNo, disagreements };
}

/** @throws AppError CALIBRATION_NOT_FOUND */
export async function readCalibration(
  { calibrationNo }: { readonly calibrationNo: string },
  call: Call,
): Promise<ReplyOf<typeof calibration.detail>> {
  const row = await calibrations.one(calibrationNo, call);
  const stored = await call.db
    .selectFrom('qualityCalibration')
    .select(['sheetNo', 'sheetVersionNo', 'firstAnswers', 'secondAnswers', 'inspectionNo'])
    .where('calibrationNo', '=', calibrationNo)
    .executeTakeFirstOrThrow();
  const isOpen = row.calibrationState === 'OPEN';
  return {
    ...row,
    items: await itemsOf(call.db, stored),
    ...(await evidenceOf(stored.inspectionNo, call)),
    firstAnswers: isOpen ? [] : stored.firstAnswers,
    secondAnswers: stored.secondAnswers,
  };
}

/** To whoever may inspect for the merchant and has not seen the first score. @throws AppError as the contract says */
export async function reassignCalibration(
  { calibrationNo, inspectorUserNo }: ParsedRequestOf<typeof calibration.reassign>,
  call: CommandContext,
): Promise<ReplyOf<typeof calibration.reassign>> {
  const { tx, caller } = call;
  await calibrations.one(calibrationNo, { ...call, db: tx });
  const query = tx.selectFrom('qualityCalibration').selectAll().where('calibrationNo', '=', calibrationNo);
  const before = await lockOne(tx, query, {
    missing: 'CALIBRATION_NOT_FOUND',
    subject: `second score ${calibrationNo}`,
    state: ({ scoredAt, secondUserNo }) => `${secondUserNo} ${scoredAt?.toISOString() ?? ''}`,
  });
  if (before.scoredAt !== null || before.secondUserNo === inspectorUserNo) throw new AppError('NOTHING_CHANGES');
  const { merchantNo, userNo, decidedBy } = await tx
    .selectFrom('inspection')
    .select(['merchantNo', 'userNo', 'decidedBy'])
    .where('inspectionNo', '=', before.inspectionNo)
    .executeTakeFirstOrThrow();
  const fit = await inspectorsOf(tx, [merchantNo]);
  const hasPart = [before.firstUserNo, userNo, decidedBy].includes(inspectorUserNo);
  if (hasPart || !fit.some(({ value }) => value === inspectorUserNo)) {
    throw new AppError('INSPECTOR_UNFIT', { fields: ['inspectorUserNo'] });
  }
  await tx
    .updateTable('qualityCalibration')
    .set({ secondUserNo: inspectorUserNo, drawnBy: caller.userNo, drawnAt: new Date() })
    .where('calibrationNo', '=', calibrationNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'calibration.reassign',
    subjectType: 'qualityCalibration',
    subjectNo: calibrationNo,
    before: { secondUserNo: before.secondUserNo },
    after: { secondUserNo: inspectorUserNo },
  });
  return { calibrationNo };
}

interface Counted {
  readonly sheetNo: string;
  readonly sheetName: string;
  readonly itemName: string;
  readonly inspections: number;
  readonly bothPassed: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly bothFailed: number;
}

/** Kappa by sheet over all its items, and by item; the same item of several versions counts once by its name. */
export async function readAgreement(
  { sheetNo, scoredAt = {} }: ParsedRequestOf<typeof calibration.agreement>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof calibration.agreement>> {
  const merchantNos = merchantsSeen(caller.scope);
  const { from, to } = bounds(scoredAt);
  const { rows } = await sql<Counted>`
    select j.sheet_no, s.sheet_name, j.item_name, count(*)::int as inspections,
      count(*) filter (where j.one and j.two)::int as both_passed,
      count(*) filter (where j.one and not j.two)::int as first_only,
      count(*) filter (where not j.one and j.two)::int as second_only,
      count(*) filter (where not j.one and not j.two)::int as both_failed
    from (select c.sheet_no, t.item ->> 'itemName' as item_name,
        exists (select from jsonb_array_elements(c.first_answers) a where a ->> 'itemNo' = t.item ->> 'itemNo'
          and (a ->> 'points')::numeric = (t.item ->> 'weight')::numeric) as one,
        exists (select from jsonb_array_elements(c.second_answers) a where a ->> 'itemNo' = t.item ->> 'itemNo'
          and (a ->> 'points')::numeric = (t.item ->> 'weight')::numeric) as two
      from quality_calibration c join inspection i on i.inspection_no = c.inspection_no
      join quality_sheet_version v on v.sheet_no = c.sheet_no and v.version_no = c.sheet_version_no
      cross join lateral jsonb_array_elements(v.items) t (item)
      where c.scored_at is not null and (${sheetNo ?? null}::text is null or c.sheet_no = ${sheetNo ?? null})
        and (${from}::timestamptz is null or c.scored_at >= ${from})
        and (${to}::timestamptz is null or c.scored_at < ${to})
        and (${merchantNos === null}::boolean or i.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))) j
    join quality_sheet s on s.sheet_no = j.sheet_no
    group by j.sheet_no, s.sheet_name, j.item_name order by s.sheet_name, j.item_name`.execute(db);
  return [...Map.groupBy(rows, (row) => row.sheetNo)].map(([no, items]) => {
    const sum = (of: 'bothPassed' | 'firstOnly' | 'secondOnly' | 'bothFailed') =>
      items.reduce((all, item) => all + item[of], 0);
    const whole = {
      bothPassed: sum('bothPassed'),
      firstOnly: sum('firstOnly'),
      secondOnly: sum('secondOnly'),
      bothFailed: sum('bothFailed'),
    };
    return {
      sheetNo: no,
      sheetName: items[0]?.sheetName ?? no,
      inspections: Math.max(...items.map(({ inspections }) => inspections)),
      ...kappaOf(whole),
      items: items
        .map((item) => ({
          itemName: item.itemName,
          firstOnly: item.firstOnly,
          secondOnly: item.secondOnly,
          ...kappaOf(item),
        }))
        .toSorted((one, other) => other.firstOnly + other.secondOnly - one.firstOnly - one.secondOnly),
    };
  });
}

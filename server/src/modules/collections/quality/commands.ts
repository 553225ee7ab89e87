import type { inspection, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lastObjectionDay, proposeRecord, withdrawProposal } from '../../staff/discipline/index.ts';
import { type Scored, scoreOf } from './answers.ts';
import { inspectionMachine } from './inspection.machine.ts';
import type { InspectionTable } from './tables.ts';

type Inspection = Selectable<InspectionTable>;
type Moved = ReplyOf<typeof inspection.take>;
type Change = Partial<Omit<Inspection, 'inspectionNo' | 'version' | 'answers' | 'marks'>> & {
  readonly answers?: string;
  readonly marks?: string;
};

/** How long an inspection stays with who took it. */
const LEASE_MS = 30 * 60_000;
/** What a fatal fault proposes: the least that its type may carry. */
const FATAL_POINTS = 10;

/** @throws AppError INSPECTION_NOT_FOUND */
export async function lockInspection(inspectionNo: string, { tx, caller }: CommandContext): Promise<Inspection> {
  return await lockOne(tx, tx.selectFrom('inspection').selectAll().where('inspectionNo', '=', inspectionNo), {
    missing: 'INSPECTION_NOT_FOUND',
    subject: `inspection ${inspectionNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo, userNo }) => userNo === caller.userNo || seesMerchant(caller.scope, merchantNo),
  });
}

export async function write(
  before: Inspection,
  action: string,
  change: Change,
  call: CommandContext,
  told: { readonly after?: object; readonly reason?: string } = {},
): Promise<Moved> {
  const { tx } = call;
  const { inspectionNo, merchantNo, version } = before;
  const inspectionStatus = change.inspectionStatus ?? before.inspectionStatus;
  await tx
    .updateTable('inspection')
    .set({ ...change, version: version + 1 })
    .where('inspectionNo', '=', inspectionNo)
    .execute();
  await writeAudit(tx, call, {
    action: `inspection.${action}`,
    subjectType: 'inspection',
    subjectNo: inspectionNo,
    merchantNo,
    before: { inspectionStatus: before.inspectionStatus, score: before.score },
    after: { inspectionStatus, ...told.after },
    ...(told.reason !== undefined && { reason: told.reason }),
  });
  return { inspectionNo, inspectionStatus, version: version + 1 };
}

/** @throws AppError INSPECTION_NOT_FOUND, INSPECTION_OWN, INSPECTION_TAKEN, SHEET_NONE, ILLEGAL_TRANSITION */
export async function takeInspection(
  { inspectionNo }: ParsedRequestOf<typeof inspection.take>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockInspection(inspectionNo, call);
  if (before.userNo === caller.userNo) throw new AppError('INSPECTION_OWN');
  const now = new Date();
  const isHeld = before.inspectionStatus === 'INSPECTING' && (before.leaseUntil?.getTime() ?? 0) > now.getTime();
  const holder = isHeld ? before.inspectorUserNo : before.assignedUserNo;
  if (holder !== null && holder !== caller.userNo)
    throw new AppError('INSPECTION_TAKEN', { facts: { name: await nameOf(tx, holder) } });
  // Whoever takes it again has another half an hour; of another it came back, whether the sweep came by or not.
  const from = before.inspectionStatus === 'INSPECTING' ? 'PENDING' : before.inspectionStatus;
  const sheet = await sheetFor(tx, before);
  return await write(
    before,
    'take',
    {
      inspectionStatus: advance(inspectionMachine, from, 'take'),
      inspectorUserNo: caller.userNo,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      ...sheet,
    },
    call,
    { after: sheet },
  );
}

async function nameOf(db: Queryable, userNo: string): Promise<string> {
  const person = await db.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return person?.realName ?? '';
}

/** The newest approved version of its sheet, or of the newest one for its source. @throws AppError SHEET_NONE */
async function sheetFor(tx: Tx, { sheetNo, sourceType }: Inspection) {
  const inUse = tx
    .selectFrom('qualitySheetVersion as v')
    .innerJoin('qualitySheet as s', 's.sheetNo', 'v.sheetNo')
    .select(['v.sheetNo', 'v.versionNo as sheetVersionNo', 'v.sourceTypes'])
    .where('s.isInUse', '=', true)
    .orderBy('v.approvedAt', 'desc')
    .orderBy('v.versionNo', 'desc');
  const found = (await inUse.execute()).filter(({ sourceTypes }) => sourceTypes.includes(sourceType));
  const sheet = found.find((one) => one.sheetNo === sheetNo) ?? found[0];
  if (!sheet) throw new AppError('SHEET_NONE');
  return { sheetNo: sheet.sheetNo, sheetVersionNo: sheet.sheetVersionNo };
}

export async function itemsOf(
  db: Queryable,
  { sheetNo, sheetVersionNo }: Pick<Inspection, 'sheetNo' | 'sheetVersionNo'>,
) {
  if (sheetNo === null || sheetVersionNo === null) return [];
  const { items } = await db
    .selectFrom('qualitySheetVersion')
    .select('items')
    .where('sheetNo', '=', sheetNo)
    .where('versionNo', '=', sheetVersionNo)
    .executeTakeFirstOrThrow();
  return items;
}

/** @throws AppError INSPECTION_NOT_FOUND, STALE, INSPECTION_NOT_YOURS, ILLEGAL_TRANSITION, and what `scoreOf` refuses */
export async function scoreInspection(
  { inspectionNo, version, points, comments, marks, remark }: ParsedRequestOf<typeof inspection.score>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockInspection(inspectionNo, call);
  if (before.version !== version) throw new AppError('STALE');
  const inspectionStatus = advance(inspectionMachine, before.inspectionStatus, 'score');
  if (before.inspectorUserNo !== caller.userNo) throw new AppError('INSPECTION_NOT_YOURS');
  const scored = scoreOf(await itemsOf(tx, before), points, comments);
  const { score, hasFatal } = scored;
  const scoredAt = new Date();
  await settleFatal(before, scored, call);
  return await write(
    before,
    'score',
    {
      inspectionStatus,
      score,
      hasFatal,
      scoredAt,
      // Nobody appeals for a robot.
      appealDueAt: before.userNo === null ? scoredAt : await endOfAppeals(call.tx, scoredAt),
      leaseUntil: null,
      remark,
      answers: JSON.stringify(scored.answers),
      marks: JSON.stringify(marks),
    },
    call,
    { after: { score, hasFatal } },
  );
}

/** The end of the last working day on which a result may be appealed. */
const endOfAppeals = async (tx: Tx, scoredAt: Date): Promise<Date> =>
  startOfBusinessDate(addDays(await lastObjectionDay(tx, businessDateOf(scoredAt)), 1));

/** A fatal fault proposes a discipline record; one that an appeal takes back, takes its record back. */
async function settleFatal(
  { inspectionNo, userNo, happenedAt, hasFatal: wasFatal }: Inspection,
  { hasFatal }: Scored,
  call: CommandContext,
  reason?: string,
): Promise<void> {
  if (userNo === null) return;
  if (hasFatal && !wasFatal) {
    await proposeRecord(call.tx, {
      userNo,
      disciplineType: 'QUALITY_FATAL',
      disciplineLevel: 'WARNING',
      points: FATAL_POINTS,
      happenedOn: businessDateOf(happenedAt),
      content: `Fatal fault found in inspection ${inspectionNo}`,
      source: 'QUALITY',
      sourceRef: inspectionNo,
    });
  }
  if (wasFatal && !hasFatal) await withdrawProposal({ source: 'QUALITY', sourceRef: inspectionNo }, reason ?? '', call);
}

/** @throws AppError INSPECTION_NOT_FOUND, STALE, APPEAL_LATE, ILLEGAL_TRANSITION */
export async function appealInspection(
  { inspectionNo, version, appeal }: ParsedRequestOf<typeof inspection.appeal>,
  call: CommandCall,
): Promise<Moved> {
  const before = await lockInspection(inspectionNo, call);
  if (before.userNo !== call.caller.userNo) throw new AppError('INSPECTION_NOT_FOUND');
  if (before.version !== version) throw new AppError('STALE');
  const inspectionStatus = advance(inspectionMachine, before.inspectionStatus, 'appeal');
  const now = new Date();
  const { appealDueAt } = before;
  if (appealDueAt === null || appealDueAt <= now)
    throw new AppError('APPEAL_LATE', {
      facts: { last: addDays(businessDateOf(appealDueAt ?? now), -1) },
    });
  return await write(before, 'appeal', { inspectionStatus, appeal, appealedAt: now }, call, { after: { appeal } });
}

/** @throws AppError INSPECTION_NOT_FOUND, STALE, MAKER_IS_CHECKER, INSPECTION_OWN, ILLEGAL_TRANSITION, and of `scoreOf` */
export async function decideAppeal(
  { inspectionNo, version, decision, reason, points = {}, comments = {} }: ParsedRequestOf<typeof inspection.decide>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockInspection(inspectionNo, call);
  if (before.version !== version) throw new AppError('STALE');
  const inspectionStatus = advance(inspectionMachine, before.inspectionStatus, 'decide');
  if (before.userNo === caller.userNo) throw new AppError('INSPECTION_OWN');
  if (before.inspectorUserNo === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const decided = {
    inspectionStatus,
    decision,
    decisionReason: reason,
    decidedBy: caller.userNo,
    decidedAt: new Date(),
  };
  if (decision === 'UPHOLD') return await write(before, 'decide', decided, call, { after: { decision }, reason });
  const scored = scoreOf(await itemsOf(tx, before), points, comments);
  const { score, hasFatal } = scored;
  await settleFatal(before, scored, call, reason);
  const amended = { score, hasFatal, scoreBefore: before.score, answers: JSON.stringify(scored.answers) };
  return await write(before, 'decide', { ...decided, ...amended }, call, {
    after: { decision, score, hasFatal },
    reason,
  });
}

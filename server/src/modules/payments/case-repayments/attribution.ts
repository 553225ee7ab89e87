import type { caseRepay, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { needed } from '../../../needed.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';
import { AREAS } from './line-list.ts';

const payload = z.strictObject({ lineNos: z.array(z.string()), collectionUserNo: z.string() });
type Payload = z.output<typeof payload>;
type Request = ParsedRequestOf<typeof caseRepay.byOrder.correct>;

/**
 * The repayments that a request names, or all live ones of its cases, or all of its applications.
 * @throws AppError NOT_FOUND, CREDIT_OTHER_SYSTEM for an application that was not worked in this system
 */
async function linesOfRequest(
  db: Queryable,
  system: System,
  {
    lineNos,
    caseIds,
    applicationNos: applications = [],
  }: Partial<Pick<Request, 'lineNos' | 'caseIds' | 'applicationNos'>>,
  scope: DataScope,
) {
  const lines = await db
    .selectFrom('repaymentLine as l')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'l.orderNo')
    .innerJoin('paymentApplication as a', 'a.applicationNo', 'l.applicationNo')
    .leftJoin('appUser as u', 'u.userNo', 'l.collectorUserNo')
    .select(['l.lineNo', 'l.applicationNo', 'l.caseNo', 'l.merchantNo', 'l.appliedAt', 'l.appliedCents', 'l.billNo'])
    .select(['l.shareCount', 'l.collectorUserNo', 'u.realName as collectorName', 'a.applicationStatus'])
    .where('l.caseScope', '=', system)
    .where(ordersOf(scope, system))
    .$if(lineNos !== undefined, (query) => query.where('l.lineNo', 'in', lineNos ?? []))
    .$if(caseIds !== undefined, (query) =>
      query.where('l.caseNo', 'in', caseIds ?? []).where('a.applicationStatus', '=', 'LIVE'),
    )
    .$if(applications.length > 0, (query) =>
      query.where('l.applicationNo', 'in', applications).where('l.caseNo', 'is not', null),
    )
    .orderBy('l.lineNo')
    .execute();
  const found = new Set(lines.map(({ applicationNo }) => applicationNo));
  const other = applications.find((one) => !found.has(one));
  if (other !== undefined) throw new AppError('CREDIT_OTHER_SYSTEM', { facts: { applicationNo: other } });
  if (lines.length === 0 || lines.length < (lineNos?.length ?? 0)) throw new AppError('NOT_FOUND');
  return lines;
}

/** Who had a case, whatever became of it; a case nobody had has nobody. */
async function holdersOf(db: Queryable, caseNos: readonly string[]) {
  if (caseNos.length === 0) return [];
  return await db
    .selectFrom('caseAssignment as s')
    .innerJoin('appUser as u', 'u.userNo', 's.userNo')
    .select(['s.caseNo', 's.userNo', 'u.realName'])
    .distinct()
    .where('s.caseNo', 'in', [...caseNos])
    .orderBy('u.realName')
    .execute();
}

/** People whom these repayments may be credited to, with how many of the cases each had. @throws AppError NOT_FOUND */
export async function collectorsOf(
  system: System,
  request: ParsedRequestOf<typeof caseRepay.byOrder.collectors>,
  { db, caller }: { readonly db: Queryable; readonly caller: { readonly scope: DataScope } },
) {
  const lines = await linesOfRequest(db, system, request, caller.scope);
  const holders = await holdersOf(db, caseNosOf(lines));
  return [...Map.groupBy(holders, ({ userNo }) => userNo)].map(([userNo, held]) => ({
    userNo,
    realName: held[0]?.realName ?? userNo,
    cases: held.length,
  }));
}

const caseNosOf = (lines: readonly { readonly caseNo: string | null }[]) => [
  ...new Set(lines.flatMap(({ caseNo }) => caseNo ?? [])),
];

/** Credits repayments to another person: nothing is posted, performance follows from the next report. */
const kindOf = (system: System): ChangeKind<Payload> => ({
  kind: system === 'ORDER' ? 'caseRepay.attribution' : 'caseRepayStage.attribution',
  family: system === 'ORDER' ? 'caseAttribution' : 'caseAttributionStage',
  title: { en: 'Correct credit for repayments', zh: '更正还款归属' },
  checkerCode: `${AREAS[system]}:attribution:audit`,
  payload,
  async describe(db, { lineNos, collectionUserNo }, scope) {
    const lines = await linesOfRequest(db, system, { lineNos }, scope);
    const [first] = lines;
    const person = await db
      .selectFrom('appUser')
      .select('realName')
      .where('userNo', '=', collectionUserNo)
      .executeTakeFirst();
    if (!person) throw new AppError('COLLECTOR_NOT_FOUND', { fields: ['collectionUserNo'] });
    return {
      subjectNo: lines.length === 1 ? (first?.lineNo ?? null) : null,
      subjectName: lines.length === 1 ? (first?.lineNo ?? '') : `${first?.lineNo ?? ''} + ${lines.length - 1}`,
      before: { collectorName: [...new Set(lines.map((line) => line.collectorName ?? '-'))].join(', ') },
      after: {
        collectorName: person.realName,
        repayments: lines.length,
        appliedCents: lines.reduce((sum, { appliedCents }) => sum + appliedCents, 0),
      },
      concerns: [collectionUserNo, ...new Set(lines.flatMap((line) => line.collectorUserNo ?? []))],
      merchantNos: [...new Set(lines.map(({ merchantNo }) => merchantNo))],
      state: Object.fromEntries(lines.map((line) => [line.lineNo, line.collectorUserNo])),
    };
  },
  async apply({ lineNos, collectionUserNo }, call) {
    const { tx, caller } = call;
    const lines = await linesOfRequest(tx, system, { lineNos }, caller.scope);
    const month = businessDateOf(new Date()).slice(0, 7);
    const holders = await holdersOf(tx, caseNosOf(lines));
    for (const { lineNo, caseNo, applicationStatus, appliedAt } of lines) {
      if (applicationStatus !== 'LIVE') throw new AppError('REPAYMENT_REVERSED', { facts: { lineNo } });
      // What was paid for with last month's commission stays as it was.
      if (businessDateOf(appliedAt).slice(0, 7) !== month) throw new AppError('PERIOD_CLOSED');
      const isHolder = holders.some((one) => one.caseNo === caseNo && one.userNo === collectionUserNo);
      if (!isHolder) {
        const facts = { caseNo: caseNo ?? '-' };
        throw new AppError('ATTRIBUTION_NOT_HELD', { fields: ['collectionUserNo'], facts });
      }
    }
    const moved = lines.filter((line) => line.collectorUserNo !== collectionUserNo);
    if (moved.length === 0) throw new AppError('ATTRIBUTION_SAME', { fields: ['collectionUserNo'] });
    for (const line of moved) {
      await tx
        .updateTable('repaymentLine')
        .set({ collectorUserNo: collectionUserNo, correctedAt: new Date() })
        .where('lineNo', '=', line.lineNo)
        .execute();
      // The list of both systems shows an application's own person: that of the bill it names, or of its only one.
      await tx
        .updateTable('paymentApplication')
        .set({ collectorUserNo: collectionUserNo })
        .where('applicationNo', '=', line.applicationNo)
        .$if(system === 'BILL' && line.shareCount > 1, (query) => query.where('billNo', '=', line.billNo))
        .execute();
      await writeAudit(tx, call, {
        action: 'caseRepay.attributed',
        subjectType: 'repayment',
        subjectNo: line.lineNo,
        merchantNo: line.merchantNo,
        before: { collectorUserNo: line.collectorUserNo },
        after: { collectorUserNo: collectionUserNo },
      });
    }
    return { corrected: moved.length };
  },
});

export const attributionKinds = { ORDER: kindOf('ORDER'), BILL: kindOf('BILL') } as const;

/** @throws AppError NOT_FOUND, CREDIT_OTHER_SYSTEM, CHANGE_WAITING, and what the correction itself would be refused with */
export async function requestAttribution(
  system: System,
  { lineNos, caseIds, applicationNos, collectionUserNo, reason }: Request,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const lines = await linesOfRequest(
    call.tx,
    system,
    {
      ...(lineNos && { lineNos: [...new Set(lineNos)] }),
      ...(caseIds && { caseIds }),
      ...(applicationNos && { applicationNos }),
    },
    call.caller.scope,
  );
  const asked = { lineNos: lines.map((line) => line.lineNo), collectionUserNo };
  return { changeNo: await requestChange<Payload>(attributionKinds[system], asked, call, reason) };
}

/**
 * The same over both systems in one go, or not at all: what was worked by order is credited to one person, what was
 * worked bill by bill to another. Each system's approver decides about its own.
 * @throws AppError NOT_FOUND, FORBIDDEN, CREDIT_OTHER_SYSTEM, BAD_REQUEST without a collector, and of `requestAttribution`
 */
export async function requestBoth(
  { applicationNos, orderCollectorUserNo, billCollectorUserNo, reason }: ParsedRequestOf<typeof caseRepay.correctBoth>,
  call: CommandContext,
): Promise<ReplyOf<typeof caseRepay.correctBoth>> {
  const found = await call.tx
    .selectFrom('paymentApplication')
    .select(['applicationNo', 'caseScope'])
    .where('applicationNo', 'in', applicationNos)
    .execute();
  if (found.length < new Set(applicationNos).size) throw new AppError('NOT_FOUND');
  const none = found.find(({ caseScope }) => caseScope === 'NONE');
  if (none) throw new AppError('CREDIT_OTHER_SYSTEM', { facts: { applicationNo: none.applicationNo } });
  const parts = [
    { system: 'ORDER', collector: orderCollectorUserNo, field: 'orderCollectorUserNo' },
    { system: 'BILL', collector: billCollectorUserNo, field: 'billCollectorUserNo' },
  ] as const;
  const changeNos: string[] = [];
  for (const { system, collector, field } of parts) {
    const own = found.flatMap((one) => (one.caseScope === system ? [one.applicationNo] : []));
    if (own.length === 0) continue;
    if (!call.caller.codes.has(`${AREAS[system]}:attribution:update`)) throw new AppError('FORBIDDEN');
    if (!collector) throw new AppError('BAD_REQUEST', { fields: [{ field, msg: 'Please choose' }] });
    const asked = { applicationNos: own, collectionUserNo: collector, reason };
    changeNos.push((await requestAttribution(system, asked, call)).changeNo);
  }
  return { changeNo: needed(changeNos[0], 'a request'), changeNos };
}

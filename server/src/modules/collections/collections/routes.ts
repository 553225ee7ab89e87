import { collection, divisionPolicy } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { CaseScope, CaseStatus } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import { admitSearch } from '../../../lists/index.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { nextWithinHours } from '../contacts/index.ts';
import { businessDateOf, daysPastDue, policyOn } from '../../platform/policy/index.ts';
import { withinScope } from './cases.ts';
import { checkCodes } from './codes.ts';
import { runCommand } from './commands.ts';
import { simulateDivision } from './division-policy.ts';
import { callAboutCase, contactLines, smsAboutCase, stopContact } from './contact.ts';
import { readFollowUps, saveFollowUp } from './follow-ups.ts';
import { presentCase } from './present.ts';
import { cancelPromise, makePromise } from './promises.ts';
import { anyCase, type CaseSort, findCases } from './query.ts';
import { readAssignments, readCaseBills, readCases, readEvents, readPromises } from './read.ts';
import { ownSummary } from './summary.ts';
import { collectorTree } from './tree.ts';

const OPEN: readonly CaseStatus[] = ['POOL', 'COLLECTING', 'RETAINED'];
const OWN: readonly CaseStatus[] = ['COLLECTING', 'RETAINED'];

interface ListRequest {
  readonly filters: collection.CaseFilters;
  readonly sort: CaseSort | null;
  readonly page: number;
  readonly pageSize: number;
}

interface Listing {
  readonly caseScope: CaseScope;
  readonly states: readonly CaseStatus[];
  readonly isOwn?: boolean;
  readonly dpdFrom?: number;
}

async function rowsOf(caseNos: readonly string[], call: Call): Promise<collection.CaseRow[]> {
  const now = new Date();
  const nextAllowedAt = await nextWithinHours(call.db, now);
  const records = await readCases(call.db, caseNos);
  return records.map((one) => presentCase(call.caller, one, { now, nextAllowedAt }));
}

async function listCases(request: ListRequest, call: Call, listing: Listing) {
  const { caller, db } = call;
  const { caseScope, states, isOwn, dpdFrom } = listing;
  const view = {
    caseScope,
    states,
    scope: caller.scope,
    now: new Date(),
    ...(isOwn && { collectorUserNo: caller.userNo }),
    ...(dpdFrom !== undefined && { dpdFrom }),
  };
  const { filters } = request;
  const isExactName = await admitSearch('cases', filters, call, () =>
    anyCase(db, { ...view, isExactName: true }, filters),
  );
  const { caseNos, total, totalIsExact } = await findCases(db, { ...view, isExactName }, request);
  return { rows: await rowsOf(caseNos, call), total, totalIsExact };
}

/** Refuses a case outside the caller's reach like one that does not exist. @throws AppError CASE_NOT_FOUND */
async function mustSee(caseNo: string, call: Call, caseScope: CaseScope, isOwn = false) {
  let query = call.db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('caseNo', '=', caseNo)
    .where('caseScope', '=', caseScope)
    .where(withinScope(call.caller.scope));
  if (isOwn) query = query.where('collectorUserNo', '=', call.caller.userNo);
  if (!(await query.executeTakeFirst())) throw new AppError('CASE_NOT_FOUND');
}

async function detailOf(
  caseNo: string,
  call: Call,
  caseScope: CaseScope,
  isOwn = false,
): Promise<collection.CaseDetail> {
  await mustSee(caseNo, call, caseScope, isOwn);
  const { db } = call;
  const [row] = await rowsOf([caseNo], call);
  if (!row) throw new AppError('CASE_NOT_FOUND');
  const today = businessDateOf(new Date());
  const bills = await readCaseBills(db, caseNo);
  return {
    row,
    bills: bills.map((bill) => ({ ...bill, dpd: daysPastDue(bill.dueDate, today) })),
    assignments: await readAssignments(db, caseNo),
    promises: await readPromises(db, { caseNo }),
    followUps: (await readFollowUps(db, caseNo, { offset: 0, limit: 5 })).rows,
    events: await readEvents(db, caseNo),
  };
}

/** All of one system; its cases alone are reached. */
function routesOf(caseScope: CaseScope, of: typeof collection.byOrder) {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return [
    implement(of.allotPage, (request, call) => listCases(request, call, { caseScope, states: OPEN })),
    implement(of.allotOne, ({ caseId }, call) => detailOf(caseId, call, caseScope)),
    implement(of.allotHistory, async ({ caseId }, call) => {
      await mustSee(caseId, call, caseScope);
      return await readAssignments(call.db, caseId);
    }),
    implement(of.userTree, (_, { db, caller }) => collectorTree(db, caller.scope, caseScope, new Date())),
    implement(of.distribute, (request, call) => {
      const { mode, collectionUserNo, caseIds } = request;
      const requested = mode === 'AUTO' ? { caseIds } : { caseIds, collectionUserNo };
      return runCommand('distribute', caseScope, requested, call);
    }),
    implement(of.redistribute, (requested, call) => runCommand('redistribute', caseScope, requested, call)),
    implement(of.recall, (requested, call) => runCommand('recall', caseScope, requested, call)),
    implement(of.retain, (requested, call) => runCommand('retain', caseScope, requested, call)),
    implement(of.cancelRetain, (requested, call) => runCommand('cancelRetain', caseScope, requested, call)),
    implement(of.selfPage, (request, call) => listCases(request, call, { caseScope, states: OWN, isOwn: true })),
    implement(of.selfSummary, (_, { db, caller }) => ownSummary(db, caller.userNo, caseScope, new Date())),
    implement(of.selfOne, ({ caseId }, call) => detailOf(caseId, call, caseScope, true)),
    implement(of.selfRetain, (requested, call) => runCommand('retain', caseScope, { ...requested, isOwn: true }, call)),
    implement(of.selfCancelRetain, (requested, call) =>
      runCommand('cancelRetain', caseScope, { ...requested, isOwn: true }, call),
    ),
    implement(of.followUpPage, async ({ filters, page, pageSize }, call) => {
      await mustSee(filters.caseId, call, caseScope);
      const range = { offset: (page - 1) * pageSize, limit: pageSize };
      return { ...(await readFollowUps(call.db, filters.caseId, range)), totalIsExact: true };
    }),
    implement(of.followUpSave, async ({ caseId, promise, stopContact: block, ...facts }, call) => {
      const { tx, caller } = call;
      const reach = { caseScope, caller, isOwn: true };
      if (promise && !caller.codes.has(`${area}:promise:save`)) throw new AppError('FORBIDDEN');
      await checkCodes(tx, {
        actionCode: ['ACTION_CODE', facts.actionCode],
        overdueReason: ['OVERDUE_REASON', facts.overdueReason],
      });
      const person = { by: caller.userNo, at: new Date() };
      const followUpId = await saveFollowUp(tx, caseId, reach, { ...facts, ...person });
      const promiseNo = promise ? await makePromise(tx, caseId, reach, { ...promiseOf(promise), ...person }) : null;
      if (block) await stopContact(tx, await customerOf(tx, caseId), block, facts.remark, caller.userNo);
      await writeAudit(tx, call, {
        action: `${area}.followUp`,
        subjectType: 'case',
        subjectNo: caseId,
        after: { actionCode: facts.actionCode, ...(promiseNo !== null && { promiseNo }) },
      });
      return { followUpId, promiseNo };
    }),
    ...contactRoutes(caseScope, of),
    ...promiseRoutes(caseScope, of),
    ...badDebtRoutes(caseScope, of),
    implement(of.outPage, (request, call) => listCases(request, call, { caseScope, states: ['CLOSED'] })),
  ];
}

function contactRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return [
    implement(of.contactGate, async ({ caseId }, call) => {
      await mustSee(caseId, call, caseScope, true);
      const [record] = await readCases(call.db, [caseId]);
      return record ? await contactLines(record, call) : [];
    }),
    implement(of.call, async (whom, call) => {
      const done = await callAboutCase(whom, { caseScope, caller: call.caller }, call);
      const about = { subjectType: 'case', subjectNo: whom.caseId };
      await writeAudit(call.tx, call, { action: `${area}.call`, ...about, after: done });
      return done;
    }),
    implement(of.sms, async (whom, call) => {
      const done = await smsAboutCase(whom, { caseScope, caller: call.caller }, call);
      const { attemptId } = done;
      await writeAudit(call.tx, call, {
        action: `${area}.sms`,
        subjectType: 'case',
        subjectNo: whom.caseId,
        after: { attemptId, templateCode: whom.templateCode },
      });
      return done;
    }),
  ];
}

async function customerOf(db: Queryable, caseNo: string): Promise<string> {
  const { customerNo } = await db
    .selectFrom('collectionCase')
    .select('customerNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  return customerNo;
}

function promiseRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return [
    implement(of.promiseSave, async ({ caseId, ...promise }, call) => {
      const { tx, caller } = call;
      await checkCodes(tx, { promiseChannel: ['PROMISE_CHANNEL', promise.promiseChannel] });
      const reach = { caseScope, caller, isOwn: true };
      const person = { by: caller.userNo, at: new Date() };
      const promiseNo = await makePromise(tx, caseId, reach, { ...promiseOf(promise), ...person });
      const { promiseAmountCents, promisedRepaymentTime } = promise;
      await writeAudit(tx, call, {
        action: `${area}.promise`,
        subjectType: 'promise',
        subjectNo: promiseNo,
        after: { caseId, promiseAmountCents, promisedRepaymentTime },
      });
      return await theOne(readPromises(tx, { promiseNo }));
    }),
    implement(of.promiseCancel, async ({ promiseNo, reason }, call) => {
      const { tx, caller } = call;
      const reach = { caseScope, caller, isOwn: true };
      const decision = { by: caller.userNo, at: new Date(), reason };
      const { promiseStatus } = await cancelPromise(tx, promiseNo, reach, decision);
      await writeAudit(tx, call, {
        action: `${area}.cancelPromise`,
        subjectType: 'promise',
        subjectNo: promiseNo,
        before: { promiseStatus: 'OPEN' },
        after: { promiseStatus },
        reason,
      });
      return await theOne(readPromises(tx, { promiseNo }));
    }),
  ];
}

function badDebtRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  return [
    implement(of.badDebtPage, (request, call) => listCases(request, call, { caseScope, states: ['BAD_DEBT_POOL'] })),
    implement(of.badDebtCandidates, async (request, call) => {
      const { policy } = await policyOn(call.db, businessDateOf(new Date()));
      const dpdFrom = policy.badDebt.poolFromDpd;
      return await listCases(request, call, { caseScope, states: OWN, dpdFrom });
    }),
    implement(of.badDebtEnter, async ({ remark, ...requested }, call) => {
      await checkCodes(call.tx, { badDebtReason: ['BAD_DEBT_REASON', requested.badDebtReason] });
      return await runCommand('enterBadDebt', caseScope, { ...requested, reason: remark }, call);
    }),
    implement(of.badDebtCancel, (requested, call) => runCommand('leaveBadDebt', caseScope, requested, call)),
  ];
}

function promiseOf(form: {
  readonly promiseAmountCents: number;
  readonly promisedRepaymentTime: string;
  readonly promiseChannel: string;
}) {
  return {
    amountCents: form.promiseAmountCents,
    promisedOn: form.promisedRepaymentTime,
    promiseChannel: form.promiseChannel,
  };
}

async function theOne<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new AppError('PROMISE_NOT_FOUND');
  return row;
}

export const routes = [
  ...routesOf('ORDER', collection.byOrder),
  ...routesOf('BILL', collection.byBill),
  implement(divisionPolicy.simulate, simulateDivision),
];

import {
  aiAllocation,
  casePolicy,
  collection,
  collectorPause,
  collectorSettings,
  poolDivision,
  smsTemplate,
} from '@kituo/sdk/contracts';
import type { CaseScope, CaseStatus } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { distribute, redistribute } from './allot-routes.ts';
import { previewAllotment } from './allot-preview.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, daysPastDue, policyOn } from '../../platform/policy/index.ts';
import { withinScope } from './cases.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { runCommand } from './commands.ts';
import { productsSeen } from '../../lending/product-rules/index.ts';
import { visibilityOf } from '../../staff/roles/index.ts';
import { ruleRoutes } from '../../platform/rules/index.ts';
import { aiEmployees, enabledPlans, handBackNow } from './ai-allocation.ts';
import { aiWork } from './ai-work.ts';
import { aiFamily } from './ai-share.ts';
import { levelFamily, reminderFamily } from './case-policies.ts';
import { simulateAi, simulateLevel, simulateReminder } from './simulate-policy.ts';
import { dividePoolNow, previewPool } from './pool-division.ts';
import { runCaseRoutes } from './run-cases.ts';
import { callAboutCase, contactLines, smsAboutCase } from './contact.ts';
import { readFollowUps } from './follow-ups.ts';
import { listCases, rowsOf, viewOf } from './list-cases.ts';
import { levelCapacity } from './level-capacity.ts';
import { nextCase } from './next-case.ts';
import { mergeRoutes } from './merge-routes.ts';
import { noteContact } from './note-contact.ts';
import { caseFiles } from './case-exports.ts';
import { notReachedMany, smsMany } from './own-batches.ts';
import { settingsExports, settingsLists } from './collector-export.ts';
import { readSettings } from './collector-list.ts';
import { updateManySettings, updateSettings } from './collector-settings.ts';
import { beginPause, endPause, ownPause } from './pauses.ts';
import { withBadDebt } from './bad-debt-rows.ts';
import { policyBatchRoutes } from './policy-batches.ts';
import { cancelPromise, makePromise, promiseOf } from './promises.ts';
import { sumOut } from './query.ts';
import { withOldSiblings } from './siblings.ts';
import { readContacts } from './case-contacts.ts';
import { mayPlay, sendCaseRecording } from './case-recording.ts';
import { badDebtAgeing } from './bad-debt-ageing.ts';
import { readClosing } from './case-closing.ts';
import { cureCurve } from './cure-curve.ts';
import { readCaseMoney } from './case-money.ts';
import { readAssignments, readCaseBills, readEvents, readPromises } from './read.ts';
import { recallUnworked } from './recall-unworked.ts';
import { ownSummary } from './summary.ts';
import { collectionTemplates } from './text-borrower.ts';
import { collectorTree } from './tree.ts';

const OPEN: readonly CaseStatus[] = ['POOL', 'COLLECTING', 'RETAINED'];
const OWN: readonly CaseStatus[] = ['COLLECTING', 'RETAINED'];

/** Refuses a case outside the caller's reach like one that does not exist. @throws AppError CASE_NOT_FOUND */
async function mustSee(caseNo: string, call: Call, caseScope: CaseScope, isOwn = false) {
  let query = call.db
    .selectFrom('collectionCase')
    .select(['caseNo', 'customerNo', 'merchantNo'])
    .where('caseNo', '=', caseNo)
    .where('caseScope', '=', caseScope)
    .where(withinScope(call.caller.scope));
  if (isOwn) query = query.where('collectorUserNo', '=', call.caller.userNo);
  const found = await query.executeTakeFirst();
  if (!found) throw new AppError('CASE_NOT_FOUND');
  return found;
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
  const { hidesDetails, hidesAddressBook } = await visibilityOf(db, call.caller);
  return {
    row,
    bills: bills.map((bill) => ({ ...bill, dpd: daysPastDue(bill.dueDate, today) })),
    assignments: await readAssignments(db, caseNo),
    promises: await readPromises(db, { caseNo }),
    followUps: (await readFollowUps(db, caseNo, { offset: 0, limit: 5 })).rows,
    events: await readEvents(db, caseNo),
    contacts: await readContacts(db, caseNo, mayPlay(call.caller, caseScope)),
    ...(await readCaseMoney(db, caseNo)),
    hidesOrder: hidesDetails,
    hidesContacts: hidesDetails || hidesAddressBook,
  };
}

/** All of one system; its cases alone are reached. */
function routesOf(caseScope: CaseScope, of: typeof collection.byOrder) {
  return [
    implement(of.allotPage, (request, call) => listCases(request, call, { caseScope, states: OPEN })),
    implement(of.allotOne, ({ caseId }, call) => detailOf(caseId, call, caseScope)),
    implement(of.allotHistory, async ({ caseId }, call) => {
      await mustSee(caseId, call, caseScope);
      return await readAssignments(call.db, caseId);
    }),
    implement(of.userTree, (_, { db, caller }) => collectorTree(db, caller.scope, caseScope, new Date())),
    implement(of.allotPreview, (request, call) => previewAllotment(request, call, caseScope)),
    implement(of.distribute, (request, call) => distribute(request, caseScope, call)),
    implement(of.redistribute, (request, call) => redistribute(request, caseScope, call)),
    implement(of.recall, (requested, call) => runCommand('recall', caseScope, requested, call)),
    implement(of.recallUnworked, (requested, call) => recallUnworked(requested, caseScope, call)),
    implement(of.retain, (requested, call) => runCommand('retain', caseScope, requested, call)),
    implement(of.cancelRetain, (requested, call) => runCommand('cancelRetain', caseScope, requested, call)),
    implement(of.selfPage, (request, call) => listCases(request, call, { caseScope, states: OWN, isOwn: true })),
    implement(of.selfSummary, (_, { db, caller }) => ownSummary(db, caller.userNo, caseScope, new Date())),
    implement(of.selfNext, ({ skip }, call) => nextCase(skip, call, caseScope)),
    implement(of.selfOne, ({ caseId }, call) => detailOf(caseId, call, caseScope, true)),
    implement(of.selfRetain, (requested, call) => runCommand('retain', caseScope, { ...requested, isOwn: true }, call)),
    implement(of.selfCancelRetain, (requested, call) =>
      runCommand('cancelRetain', caseScope, { ...requested, isOwn: true }, call),
    ),
    implement(of.followUpPage, async ({ filters, page, pageSize }, call) => {
      await mustSee(filters.caseId, call, caseScope);
      const { isOfOrder } = filters;
      const range = { offset: (page - 1) * pageSize, limit: pageSize, isOfOrder };
      return { ...(await readFollowUps(call.db, filters.caseId, range)), totalIsExact: true };
    }),
    implement(of.followUpSave, (request, call) => noteContact(request, caseScope, call)),
    implement(of.smsMany, (request, call) => smsMany(caseScope, request, call)),
    implement(of.notReachedMany, (request, call) => notReachedMany(caseScope, request, call)),
    ...contactRoutes(caseScope, of),
    ...promiseRoutes(caseScope, of),
    ...badDebtRoutes(caseScope, of),
    ...outRoutes(caseScope, of),
  ];
}

function contactRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return [
    implement(of.contactGate, async ({ caseId }, call) =>
      contactLines(await mustSee(caseId, call, caseScope, true), call),
    ),
    implement(of.recording, (request, call) => sendCaseRecording(caseScope, request, call)),
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

function outRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  const listing = { caseScope, states: ['CLOSED'] } as const;
  return [
    implement(of.outPage, (request, call) => listCases(request, call, listing)),
    implement(of.outOne, async ({ caseId }, call) => {
      const detail = await detailOf(caseId, call, caseScope);
      return { ...detail, ...(await readClosing(call.db, detail.row, call.lang)) };
    }),
    implement(of.outSummary, async ({ filters }, call) => await sumOut(call.db, await viewOf(call, listing), filters)),
    implement(of.outExport, caseFiles[caseScope].out.queue),
    implement(of.allotExport, caseFiles[caseScope].allot.queue),
    implement(of.selfExport, caseFiles[caseScope].self.queue),
    implement(of.badDebtExport, caseFiles[caseScope].badDebt.queue),
  ];
}

function badDebtRoutes(caseScope: CaseScope, of: typeof collection.byOrder) {
  return [
    implement(of.badDebtPage, async (request, call) => {
      const found = await listCases(request, call, { caseScope, states: ['BAD_DEBT_POOL'] });
      return { ...found, rows: await withBadDebt(call.db, found.rows) };
    }),
    implement(of.badDebtAgeing, async (_nothing, { db, caller }) =>
      badDebtAgeing(db, caseScope, caller.scope, businessDateOf(new Date())),
    ),
    implement(of.badDebtCandidates, async (request, call) => {
      const { policy } = await policyOn(call.db, businessDateOf(new Date()));
      const byAge = request.filters.anyAge === true ? {} : { dpdFrom: policy.badDebt.poolFromDpd };
      const found = await listCases(request, call, { caseScope, states: OWN, ...byAge });
      return { ...found, rows: await withBadDebt(call.db, found.rows) };
    }),
    implement(of.badDebtEnter, async ({ remark, withSiblings = false, ...requested }, call) => {
      await checkCodes(call.tx, { badDebtReason: ['BAD_DEBT_REASON', requested.badDebtReason] });
      const isTogether = caseScope === 'BILL' && withSiblings;
      const caseIds = isTogether ? await withOldSiblings(call.tx, requested, new Date()) : requested.caseIds;
      return await runCommand('enterBadDebt', caseScope, { ...requested, caseIds, reason: remark }, call);
    }),
    implement(of.badDebtCancel, (requested, call) => runCommand('leaveBadDebt', caseScope, requested, call)),
  ];
}

function settingsRoutes(scope: CaseScope, of: collectorSettings.SettingsEndpoints) {
  const list = settingsLists[scope];
  return [
    implement(of.page, list.page),
    implement(of.exportList, settingsExports[scope].queue),
    implement(of.tree, (_nothing, { db, caller }) => collectorTree(db, caller.scope, scope, new Date())),
    implement(of.products, (_nothing, call) => productsSeen(call)),
    implement(of.detail, ({ userNo }, call) => readSettings(list, scope, userNo, call)),
    implement(of.update, (form, call) => updateSettings(scope, form, call)),
    implement(of.batchUpdate, (form, call) => updateManySettings(scope, form, call)),
  ];
}

async function theOne<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new AppError('PROMISE_NOT_FOUND');
  return row;
}

export const routes = [
  ...routesOf('ORDER', collection.byOrder),
  ...routesOf('BILL', collection.byBill),
  ...mergeRoutes,
  implement(collection.outCures, (_, { db, caller }) => cureCurve(db, caller.scope, businessDateOf(new Date()))),
  implement(smsTemplate.list, (_nothing, { db }) => collectionTemplates(db)),
  ...settingsRoutes('ORDER', collectorSettings.byOrder),
  ...settingsRoutes('BILL', collectorSettings.byBill),
  implement(collectorPause.mine, (_nothing, call) => ownPause(call)),
  implement(collectorPause.begin, beginPause),
  implement(collectorPause.end, (_nothing, call) => endPause(call)),
  implement(casePolicy.levelCapacity, async (_nothing, call) => {
    const { day, desks } = await levelCapacity(call);
    return { day, desks };
  }),
  implement(casePolicy.levelSimulate, (asked, call) => simulateLevel(asked, call)),
  implement(casePolicy.reminderSimulate, (asked, call) => simulateReminder(asked, call)),
  implement(aiAllocation.simulate, (asked, call) => simulateAi(asked, call)),
  implement(poolDivision.byOrder.preview, (asked, call) => previewPool(asked, 'ORDER', call)),
  implement(poolDivision.byBill.preview, (asked, call) => previewPool(asked, 'BILL', call)),
  implement(poolDivision.byOrder.divide, (asked, call) => dividePoolNow(asked, 'ORDER', call)),
  implement(poolDivision.byBill.divide, (asked, call) => dividePoolNow(asked, 'BILL', call)),
  ...ruleRoutes(aiFamily),
  implement(aiAllocation.employees, (_request, call) => aiEmployees(call)),
  implement(aiAllocation.plans, (_request, call) => enabledPlans(call)),
  implement(aiAllocation.work, aiWork),
  implement(aiAllocation.handBack, handBackNow),
  ...policyBatchRoutes,
  ...runCaseRoutes,
  ...ruleRoutes(levelFamily),
  ...ruleRoutes(reminderFamily),
  implement(casePolicy.products, (_request, call) => productsSeen(call)),
];

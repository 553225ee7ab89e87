import { type collection, collectionMerge } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind, type JobRun } from '../../platform/jobs/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { AREA } from './commands.ts';
import { smsAboutCase } from './contact.ts';
import { NOT_REACHED, saveFollowUp } from './follow-ups.ts';

/* What a collector does to many of their own cases at once. An item is a case: what one is refused stops none of the others. */

/** Whose page it is: one system's, or the page of both. */
type Desk = CaseScope | 'BOTH';
type SmsForm = (typeof collection.smsManyForm)['_zod']['output'];
type NoteForm = (typeof collection.notReachedForm)['_zod']['output'];

const DESKS = ['ORDER', 'BILL', 'BOTH'] as const;
const SMS_CODE = 'contact:sms';
const NOTE_CODE = 'followUp:save';

/** The right to a batch: its code, or on the page of both systems the page, each case then asking for its own code. */
const rightOf = (desk: Desk, code: string) =>
  desk === 'BOTH' ? { page: collectionMerge.MERGED_OWN_PAGE } : `${AREA[desk]}:${code}`;
const kindOf = (desk: Desk, what: string): string => `${desk === 'BOTH' ? 'collectionMerge' : AREA[desk]}.${what}`;

/** The system of an item's case. @throws AppError CASE_NOT_FOUND, FORBIDDEN */
async function systemOf(desk: Desk, caseNo: string, code: string, { tx, caller }: CommandContext): Promise<CaseScope> {
  if (desk !== 'BOTH') return desk;
  const row = await tx.selectFrom('collectionCase').select('caseScope').where('caseNo', '=', caseNo).executeTakeFirst();
  if (!row) throw new AppError('CASE_NOT_FOUND');
  if (!caller.codes.has(`${AREA[row.caseScope]}:${code}`)) throw new AppError('FORBIDDEN');
  return row.caseScope;
}

const smsParams = z.strictObject({ templateCode: z.string(), language: z.enum(['en', 'sw']) });

const smsKind = (desk: Desk): ItemsKind<z.output<typeof smsParams>> =>
  defineJob({
    kind: kindOf(desk, 'smsMany'),
    title: { en: 'Send SMS about cases', zh: '批量发送案件短信' },
    code: rightOf(desk, SMS_CODE),
    params: smsParams,
    runItem: async ({ subjectNo }, params, run) => {
      const call = asCommand(run);
      const caseId = subjectNo;
      const caseScope = await systemOf(desk, caseId, SMS_CODE, call);
      const { attemptId } = await smsAboutCase({ caseId, ...params }, { caseScope, caller: call.caller }, call);
      await writeAudit(call.tx, call, {
        action: `${AREA[caseScope]}.sms`,
        subjectType: 'case',
        subjectNo: caseId,
        after: { attemptId, templateCode: params.templateCode },
      });
    },
    ended: async ({ services }: JobRun) => {
      await services.engine.dispatch();
    },
  });

const noteParams = z.strictObject({
  contactChannel: z.enum(['CALL', 'SMS', 'EMAIL', 'NONE']),
  actionCode: z.string(),
  remark: z.string(),
});

const noteKind = (desk: Desk): ItemsKind<z.output<typeof noteParams>> =>
  defineJob({
    kind: kindOf(desk, 'notReachedMany'),
    title: { en: 'Record cases as not reached', zh: '批量登记未联系上' },
    code: rightOf(desk, NOTE_CODE),
    params: noteParams,
    runItem: async ({ subjectNo }, params, run) => {
      const call = asCommand(run);
      const caseNo = subjectNo;
      const caseScope = await systemOf(desk, caseNo, NOTE_CODE, call);
      const { userNo: by } = call.caller;
      const note = { ...params, contactPerson: 'BORROWER', by, at: new Date() } as const;
      await saveFollowUp(call.tx, caseNo, { caseScope, caller: call.caller, isOwn: true }, note);
      await writeAudit(call.tx, call, {
        action: `${AREA[caseScope]}.followUp`,
        subjectType: 'case',
        subjectNo: caseNo,
        after: { actionCode: params.actionCode },
      });
    },
  });

const smsKinds = { ORDER: smsKind('ORDER'), BILL: smsKind('BILL'), BOTH: smsKind('BOTH') } as const;
const noteKinds = { ORDER: noteKind('ORDER'), BILL: noteKind('BILL'), BOTH: noteKind('BOTH') } as const;

/** The jobs of a collector's own batches. */
export const ownBatchKinds = DESKS.flatMap((desk) => [smsKinds[desk], noteKinds[desk]]);

/**
 * Of a borrower's own cases the one that is past due the longest: a person gets one message. What is no case of the caller
 * stays, to be refused by name.
 */
async function oneEach(db: Queryable, caseIds: readonly string[], userNo: string): Promise<string[]> {
  const { rows } = await sql<{ caseNo: string }>`
    select case_no from (select case_no, row_number() over (partition by customer_no order by oldest_due_on, case_no) as place
      from collection_case where case_no = any(${[...caseIds]}::text[]) and collector_user_no = ${userNo}
        and case_status in ('COLLECTING', 'RETAINED')) own where place > 1`.execute(db);
  const told = new Set(rows.map(({ caseNo }) => caseNo));
  return [...new Set(caseIds)].filter((caseId) => !told.has(caseId));
}

const itemsOf = (caseNos: readonly string[]) => caseNos.map((subjectNo) => ({ subjectNo, input: null }));

/** A template to the borrowers of these cases, each through the contact gate. */
export async function smsMany(desk: Desk, { caseIds, ...params }: SmsForm, call: CommandContext) {
  const caseNos = await oneEach(call.tx, caseIds, call.caller.userNo);
  return { jobNo: await createJob(smsKinds[desk], params, call, itemsOf(caseNos)) };
}

/** That nobody was reached about these cases. @throws AppError REFERENCE_UNKNOWN, BAD_REQUEST for an outcome of a talk */
export async function notReachedMany(desk: Desk, { caseIds, ...params }: NoteForm, call: CommandContext) {
  await checkCodes(call.tx, { actionCode: ['ACTION_CODE', params.actionCode] });
  if (!NOT_REACHED.has(params.actionCode)) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'actionCode', msg: 'Please choose' }] });
  }
  return { jobNo: await createJob(noteKinds[desk], params, call, itemsOf([...new Set(caseIds)])) };
}

import type { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { type FollowUp, followUpOf } from './follow-up.ts';
import type { RobotTask } from './store.ts';
import type { RobotSection } from './tables.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { casesMatching } from '../collections/index.ts';
import { renderTemplate } from '../../platform/message-templates/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import {
  type Asker,
  type Audience,
  busyPhones,
  caseAudienceOf,
  MAX,
  ofCases,
  ofPhones,
  peopleMatching,
  refusedOf,
  refuseUnseen,
} from './audiences.ts';
import { refusalsAmong } from './audience-refusals.ts';
import { waitForBestHour } from './best-hour.ts';
import { refuseWithoutAmount } from './scripts.ts';

type CaseForm = z.output<typeof robotTask.caseAudience>;
type Form = CaseForm | robotTask.OfferForm;

/**
 * Writes a task: collection's is QUEUED at once, others are drafts. Who is in another live task, or named twice,
 * is left out and counted.
 * @throws AppError ROBOT_HOURS, ROBOT_AUDIENCE_EMPTY, ROBOT_SCRIPT_NO_AMOUNT, MARKETING_TEMPLATE_NOT_ENABLED, and what its
 *   audience refuses
 */
export async function createTask(section: RobotSection, form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const isCollection = section === 'collection' || section === 'collectionStage';
  await refuseHours(tx, form);
  const { total, leftOut, leftOutOf, taskNo, taskStatus, version, merchantNo } = await writeTask(tx, {
    ...form,
    ...(await whoIn(section, form, { db: tx, caller })),
    section,
    startAt: new Date(form.startAt),
    dialOn: null,
    planNo: null,
    smsTemplateCode: await templateOf(tx, form),
    ...(await followUpOf(tx, form)),
    taskStatus: isCollection ? 'QUEUED' : 'DRAFT',
    createdBy: caller.userNo,
    approvedBy: null,
  });
  if (leftOut === total) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  if (section === 'collectionStage' && isMerged(leftOutOf)) await refuseWithoutAmount(tx, form.scriptCode);
  if ('atBestHour' in form && form.atBestHour === true) {
    await waitForBestHour(tx, { ...form, taskNo, startAt: new Date(form.startAt) });
  }
  await writeAudit(tx, call, {
    action: `${section}.robotTask.create`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { taskStatus, taskName: form.taskName, people: total, leftOut },
  });
  return { taskNo, taskStatus, version, total, leftOut };
}

/** Whether calls of a task speak for several cases of a borrower. */
export const isMerged = (
  leftOut: readonly { readonly outcome: string | null; readonly caseNo: string | null }[],
): boolean => leftOut.some(({ outcome, caseNo }) => outcome === 'TWICE' && caseNo !== null);

interface NewTask
  extends Audience, Partial<FollowUp>, Pick<RobotTask, 'section' | 'taskName' | 'scriptCode' | 'voiceLanguage'> {
  readonly dialFrom: string;
  readonly dialTo: string;
  readonly maxAttempts: number;
  readonly retryGapMinutes: number;
  readonly startAt: Date;
  /** The one day on which it may call; null for any. */
  readonly dialOn: string | null;
  /** The plan that makes it; null for a person. */
  readonly planNo: string | null;
  /** Whom the plan leaves alone, to compare the others with. */
  readonly isHeldOut?: (customerNo: string) => boolean;
  /** Sent to whom no attempt reached; null: nothing is. */
  readonly smsTemplateCode: string | null;
  readonly taskStatus: 'QUEUED' | 'DRAFT';
  readonly createdBy: string;
  readonly approvedBy: string | null;
}

/** A statement has room for so many rows of their columns. */
const ROWS_AT_ONCE = 5_000;

/** Writes a task with its people. Who is in another live task, or named twice, is left out and counted. */
export async function writeTask(tx: Tx, { people, ...task }: NewTask) {
  // One after the other, or two tasks would each find a person free.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`robot tasks ${task.merchantNo}`}, 0))`.execute(tx);
  const busy = await busyPhones(
    tx,
    people.map(({ phone }) => phone),
  );
  const seen = new Set<string>();
  const items = people.map(({ phone, customerNo, orderNo, caseNo }, index) => {
    const isTwice = seen.has(phone);
    seen.add(phone);
    const isAside = customerNo !== null && task.isHeldOut?.(customerNo) === true;
    const outcome = busy.has(phone) ? 'IN_OTHER_TASK' : isTwice ? 'TWICE' : isAside ? 'HELD_OUT' : null;
    return { phone, customerNo, orderNo, caseNo, outcome, itemNo: index + 1 };
  });
  const { section, merchantNo, taskName, scriptCode, voiceLanguage } = task;
  const { dialFrom, dialTo, maxAttempts, retryGapMinutes, startAt, dialOn, planNo, smsTemplateCode } = task;
  const { concurrency, followUpTemplateNo, followUpLabels, handsOver, scene, transferGroup } = task;
  const { taskStatus, createdBy, approvedBy } = task;
  const dialling = {
    scriptCode,
    voiceLanguage,
    dialFrom,
    dialTo,
    maxAttempts,
    retryGapMinutes,
    startAt,
    dialOn,
    planNo,
    smsTemplateCode,
    concurrency,
    followUpTemplateNo,
    followUpLabels,
    handsOver,
    scene,
    transferGroup,
  };
  const made = await tx
    .insertInto('robotTask')
    .values({ ...dialling, section, merchantNo, taskName, taskStatus, createdBy, approvedBy })
    .returning(['taskNo', 'taskStatus', 'version', 'merchantNo'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `robot task ${made.taskNo}`);
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('robotTaskItem')
      .values(
        items.slice(from, from + ROWS_AT_ONCE).map((item) => ({
          ...item,
          taskNo: made.taskNo,
          itemStatus: item.outcome === null ? ('QUEUED' as const) : ('LEFT_OUT' as const),
        })),
      )
      .execute();
  }
  if (section === 'collection' || section === 'collectionStage') await noteDue(tx, made.taskNo);
  const leftOut = items.filter(({ outcome }) => outcome !== null);
  const drawn = items.flatMap(({ outcome, customerNo }) =>
    customerNo !== null && (outcome === null || outcome === 'HELD_OUT') ? [customerNo] : [],
  );
  return { ...made, total: items.length, leftOut: leftOut.length, leftOutOf: leftOut, drawn };
}

/** What each case of a task owes as it is made. */
async function noteDue(tx: Tx, taskNo: string): Promise<void> {
  await sql`update robot_task_item i set due_cents = d.cents from (
      select k.case_no, sum(bb.outstanding_cents + bb.claim_cents)::bigint as cents
      from robot_task_item k join case_bill cb on cb.case_no = k.case_no
      join bill_balance bb on bb.bill_no = cb.bill_no where k.task_no = ${taskNo} group by k.case_no, k.item_no) d
    where i.task_no = ${taskNo} and i.case_no = d.case_no`.execute(tx);
}

/** The text for whom nobody reaches. @throws AppError SMS_TEMPLATE_UNKNOWN */
async function templateOf(tx: Tx, form: Form): Promise<string | null> {
  const code = 'smsTemplateCode' in form ? (form.smsTemplateCode ?? null) : null;
  if (code !== null) await refuseTemplate(tx, code);
  return code;
}

/** @throws AppError SMS_TEMPLATE_UNKNOWN where it is no text of collection */
export async function refuseTemplate(tx: Tx, templateCode: string): Promise<void> {
  const rendered = await renderTemplate(tx, templateCode, 'en', {});
  if (rendered?.nodeCode === 'COLLECTION_SMS') return;
  throw new AppError('SMS_TEMPLATE_UNKNOWN', { fields: ['smsTemplateCode'] });
}

/** @throws AppError REFERENCE_UNKNOWN, CASE_NOT_FOUND, ROBOT_ONE_MERCHANT, USER_GROUP_NOT_FOUND, ROBOT_AUDIENCE_EMPTY */
async function whoIn(section: RobotSection, form: Form, asker: Asker): Promise<Audience> {
  if ('caseIds' in form && form.caseIds) {
    return await ofCases(asker, form.caseIds, section === 'collectionStage' ? 'BILL' : 'ORDER');
  }
  if ('phones' in form && form.phones) return await ofPhones(asker, form.merchantNo, form.phones);
  const { merchantNo = '' } = form;
  return await ofAudience(section, { merchantNo, audience: audienceOf(form) }, asker);
}

function audienceOf(form: Form): robotTask.PlanAudience {
  if ('audience' in form && form.audience) return form.audience;
  return caseAudienceOf(form as CaseForm);
}

/** Who matches now. @throws AppError ROBOT_AUDIENCE_EMPTY, BAD_REQUEST past the limit, and what its audience refuses */
async function ofAudience(
  section: RobotSection,
  of: { readonly merchantNo: string; readonly audience: robotTask.PlanAudience },
  asker: Asker,
): Promise<Audience> {
  const people = await peopleMatching(section, of, asker, MAX + 1);
  if (people.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  if (people.length > MAX) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'merchantNo', msg: 'At most 20,000 people' }] });
  }
  return { merchantNo: of.merchantNo, people };
}

/** @throws AppError ROBOT_HOURS outside contact hours */
export async function refuseHours(
  tx: Tx,
  { dialFrom, dialTo }: { readonly dialFrom: string; readonly dialTo: string },
): Promise<void> {
  const { policy } = await policyOn(tx, businessDateOf(new Date()));
  const { from, to } = policy.contactHours;
  if (dialFrom >= from && dialTo <= to) return;
  const field = dialFrom < from ? 'dialFrom' : 'dialTo';
  throw new AppError('ROBOT_HOURS', { fields: [field], facts: { from, to } });
}

/** What a task with these filters would be, written nowhere. */
export async function sizeOf(audience: robotTask.AudienceForm, asker: Asker, caseScope: CaseScope | null) {
  const { merchantNo } = audience;
  await refuseUnseen(asker, merchantNo);
  const found = await casesMatching(asker, caseScope, audience, MAX + 1);
  const phones = [...new Set(found.map(({ phone }) => phone))];
  const busy = await busyPhones(asker.db, phones);
  return {
    cases: found.length,
    borrowers: phones.length,
    inOtherTask: busy.size,
    dueCents: found.reduce((sum, { dueCents }) => sum + dueCents, 0),
    refusals: await refusalsAmong(asker.db, found, new Date()),
  };
}

/** As `sizeOf`, of people who are offered something. */
export async function reachOf(
  section: 'marketing' | 'telemarketing',
  of: { readonly merchantNo: string; readonly audience: robotTask.PlanAudience },
  asker: Asker,
) {
  const found = await peopleMatching(section, of, asker, MAX + 1);
  const phones = [...new Set(found.map(({ phone }) => phone))];
  const busy = await busyPhones(asker.db, phones);
  const refused = await refusedOf(asker.db, of.merchantNo, phones);
  const cost = await costOfPerson(asker.db, section, of.merchantNo);
  const estimatedCostCents = cost === null ? null : Math.round(cost * Math.max(0, phones.length - busy.size - refused));
  return { people: phones.length, inOtherTask: busy.size, refused, estimatedCostCents };
}

/** What calling a person cost, all attempts together, in a section's tasks of the last 90 days; null where none was called. */
async function costOfPerson(db: Queryable, section: RobotSection, merchantNo: string): Promise<number | null> {
  const { rows } = await sql<{ cents: number | null }>`
    select (sum(c.cents) / nullif(count(distinct (i.task_no, i.item_no)), 0))::float8 as cents
    from robot_task t join robot_task_item i on i.task_no = t.task_no and i.attempts > 0
    left join lateral (select max(r.cost_cents) as cents from contact_result r where r.attempt_id = i.attempt_id) c on true
    where t.section = ${section} and t.merchant_no = ${merchantNo} and t.created_at > now() - interval '90 days'`.execute(
    db,
  );
  return rows[0]?.cents ?? null;
}

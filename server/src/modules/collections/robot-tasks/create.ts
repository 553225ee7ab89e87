import type { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { RobotTask } from './store.ts';
import type { RobotSection } from './tables.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { casesMatching, casesWithin } from '../collections/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';

export interface Person {
  readonly phone: string;
  readonly customerNo: string | null;
  readonly orderNo: string | null;
  readonly caseNo: string | null;
}

interface Audience {
  readonly merchantNo: string;
  readonly people: readonly Person[];
}

/** Borrowers of cases in work, all of one merchant. @throws AppError CASE_NOT_FOUND, ROBOT_ONE_MERCHANT */
export async function ofCases(
  db: Queryable,
  caseIds: readonly string[],
  scope: DataScope,
  caseScope: 'ORDER' | 'BILL' | null,
): Promise<Audience> {
  const wanted = [...new Set(caseIds)];
  let query = db
    .selectFrom('collectionCase')
    .innerJoin('customer as cu', 'cu.customerNo', 'collectionCase.customerNo')
    .select(['collectionCase.caseNo', 'collectionCase.customerNo', 'collectionCase.orderNo'])
    .select(['cu.phone', 'collectionCase.merchantNo'])
    .where('collectionCase.caseNo', 'in', wanted)
    .where('collectionCase.caseStatus', 'in', ['POOL', 'COLLECTING', 'RETAINED'])
    .where(casesWithin(scope))
    .orderBy('collectionCase.caseNo');
  if (caseScope) query = query.where('collectionCase.caseScope', '=', caseScope);
  const found = await query.execute();
  const [first] = found;
  if (!first || found.length < wanted.length) {
    throw new AppError('CASE_NOT_FOUND', { fields: ['caseIds'] });
  }
  const { merchantNo } = first;
  if (found.some((one) => one.merchantNo !== merchantNo)) {
    throw new AppError('ROBOT_ONE_MERCHANT', { fields: ['caseIds'] });
  }
  return { merchantNo, people: found };
}

/** Numbers that were typed; whether they may be called, the gate says before each dial. @throws AppError REFERENCE_UNKNOWN */
async function ofPhones(
  db: Queryable,
  { merchantNo, phones }: { readonly merchantNo: string; readonly phones: readonly string[] },
  scope: DataScope,
): Promise<Audience> {
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const nobody = { customerNo: null, orderNo: null, caseNo: null };
  return { merchantNo, people: phones.map((phone) => ({ phone, ...nobody })) };
}

/** The most people of one task. */
const MAX = 20_000;

/**
 * Borrowers of the cases in work that match now.
 * @throws AppError REFERENCE_UNKNOWN for a merchant out of reach, ROBOT_AUDIENCE_EMPTY, BAD_REQUEST past the limit
 */
async function ofFilters(
  call: Pick<CommandContext, 'caller'> & { readonly db: Queryable },
  audience: robotTask.AudienceForm,
  caseScope: 'ORDER' | 'BILL',
): Promise<Audience> {
  const { merchantNo } = audience;
  if (!seesMerchant(call.caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const found = await casesMatching(call, caseScope, audience, MAX + 1);
  if (found.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  if (found.length > MAX) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'caseLevel', msg: 'At most 20,000 cases' }] });
  }
  return { merchantNo, people: found };
}

type Form = z.output<typeof robotTask.caseAudience> | z.output<typeof robotTask.phoneAudience>;

/**
 * Writes a task: collection's is QUEUED at once, others are drafts. Who is in another live task, or named twice,
 * is left out and counted.
 * @throws AppError ROBOT_HOURS, ROBOT_AUDIENCE_EMPTY, and what its audience refuses
 */
export async function createTask(section: RobotSection, form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const isCollection = section === 'collection' || section === 'collectionStage';
  const caseScope = section === 'collectionStage' ? 'BILL' : 'ORDER';
  await refuseHours(tx, form);
  const people =
    'phones' in form
      ? await ofPhones(tx, form, caller.scope)
      : form.caseIds
        ? await ofCases(tx, form.caseIds, caller.scope, caseScope)
        : await ofFilters({ db: tx, caller }, filtersOf(form), caseScope);
  const { total, leftOut, taskNo, taskStatus, version, merchantNo } = await writeTask(tx, {
    ...form,
    ...people,
    section,
    startAt: new Date(form.startAt),
    dialOn: null,
    taskStatus: isCollection ? 'QUEUED' : 'DRAFT',
    createdBy: caller.userNo,
    approvedBy: null,
  });
  if (leftOut === total) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  await writeAudit(tx, call, {
    action: `${section}.robotTask.create`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { taskStatus, taskName: form.taskName, people: total, leftOut },
  });
  return { taskNo, taskStatus, version, total, leftOut };
}

interface NewTask extends Audience, Pick<RobotTask, 'section' | 'taskName' | 'scriptCode' | 'voiceLanguage'> {
  readonly dialFrom: string;
  readonly dialTo: string;
  readonly maxAttempts: number;
  readonly retryGapMinutes: number;
  readonly startAt: Date;
  /** The one day on which it may call; null for any. */
  readonly dialOn: string | null;
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
    const outcome = busy.has(phone) ? 'IN_OTHER_TASK' : isTwice ? 'TWICE' : null;
    return { phone, customerNo, orderNo, caseNo, outcome, itemNo: index + 1 };
  });
  const { section, merchantNo, taskName, scriptCode, voiceLanguage } = task;
  const { dialFrom, dialTo, maxAttempts, retryGapMinutes, startAt, dialOn, taskStatus, createdBy, approvedBy } = task;
  const dialling = { scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes, startAt, dialOn };
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
  const leftOut = items.filter(({ outcome }) => outcome !== null);
  return { ...made, total: items.length, leftOut: leftOut.length, leftOutOf: leftOut };
}

/** What of a form says which cases. */
function filtersOf(form: z.output<typeof robotTask.caseAudience>): robotTask.AudienceForm {
  const { merchantNo = '', caseLevel, dpd, loanType, collectorUserNo, untouchedToday, brokenPromise } = form;
  return { merchantNo, caseLevel, dpd, loanType, collectorUserNo, untouchedToday, brokenPromise };
}

async function refuseHours(tx: Tx, { dialFrom, dialTo }: Form): Promise<void> {
  const { policy } = await policyOn(tx, businessDateOf(new Date()));
  const { from, to } = policy.contactHours;
  if (dialFrom >= from && dialTo <= to) return;
  const field = dialFrom < from ? 'dialFrom' : 'dialTo';
  throw new AppError('ROBOT_HOURS', { fields: [field], facts: { from, to } });
}

async function busyPhones(db: Queryable, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('robotTaskItem as i')
    .innerJoin('robotTask as t', 't.taskNo', 'i.taskNo')
    .select('i.phone')
    .distinct()
    .where(sql<boolean>`i.phone = any(${[...phones]}::text[])`)
    .where('i.itemStatus', 'in', ['QUEUED', 'DIALLED'])
    .where('t.taskStatus', 'in', ['QUEUED', 'RUNNING', 'PAUSED'])
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}

/** What a task with these filters would be, written nowhere. */
export async function sizeOf(
  audience: robotTask.AudienceForm,
  call: Pick<CommandContext, 'caller'> & { readonly db: Queryable },
  caseScope: 'ORDER' | 'BILL',
) {
  const { merchantNo } = audience;
  if (!seesMerchant(call.caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const found = await casesMatching(call, caseScope, audience, MAX + 1);
  const phones = [...new Set(found.map(({ phone }) => phone))];
  const busy = await busyPhones(call.db, phones);
  return {
    cases: found.length,
    borrowers: phones.length,
    inOtherTask: busy.size,
    dueCents: found.reduce((sum, { dueCents }) => sum + dueCents, 0),
  };
}

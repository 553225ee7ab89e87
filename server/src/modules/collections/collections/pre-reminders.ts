import type { casePolicy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { type BusinessDate, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { noteRun, recordItem, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { reminderFamily } from './case-policies.ts';
import { reminderOf, stepOn, templateOn } from './division-rule.ts';
import { textBorrower } from './text-borrower.ts';
import { paysInTime } from './waiting-cases.ts';

/** Where a policy names no other for a day. */
const TEMPLATE = 'DUE_REMINDER';

type Rule = RuleInForce<casePolicy.ReminderPolicy>;

interface DueCase {
  readonly caseNo: string;
  readonly caseScope: 'ORDER' | 'BILL';
  readonly oldestDueOn: string;
}

/** The cases that policies in force have reminded by a step of theirs by now, done already or not. */
export async function dueReminders(
  db: Database,
  step: 'SMS' | 'ROBOT',
  at: Date,
): Promise<{ readonly rule: Rule; readonly cases: readonly DueCase[] }[]> {
  const clock = eatClock(at);
  const rules = await rulesAt(db, reminderFamily, at);
  const due = [];
  for (const rule of rules.filter(({ value }) => value.remindAt <= clock)) {
    const division = { reminders: rules.filter(({ merchantNo }) => merchantNo === rule.merchantNo) };
    const cases = (await casesOf(db, rule.merchantNo)).filter(
      (one) =>
        reminderOf(division, one)?.ruleId === rule.ruleId && stepOn(rule.value, one, businessDateOf(at)) === step,
    );
    due.push({ rule, cases });
  }
  return due;
}

/** Which of the cases were reminded, or refused a reminder, on a day. */
export async function remindedOn(db: Queryable, caseNos: readonly string[], day: BusinessDate): Promise<Set<string>> {
  const rows = await db
    .selectFrom('configRuleItem')
    .select('subjectNo')
    .where(sql<boolean>`subject_no = any(${[...caseNos]}::text[])`)
    .where('runAt', '>=', startOfBusinessDate(day))
    .where('outcome', 'in', ['REMINDED', 'REFUSED'])
    .execute();
  return new Set(rows.map(({ subjectNo }) => subjectNo));
}

/**
 * Reminds borrowers by SMS before their due date, as the policies in force say: each case at most once a day, through
 * the contact gate, whose refusal is the end of it for the day. Run again it finds what is left.
 * @returns how many were sent
 */
export async function sendPreReminders(db: Database, at: Date, log: Logger): Promise<number> {
  const day = businessDateOf(at);
  let sent = 0;
  for (const { rule, cases } of await dueReminders(db, 'SMS', at)) {
    let items = 0;
    for (const one of cases) {
      try {
        const isSent = await db.transaction().execute((tx) => remind(tx, rule, one, { at, day }));
        if (isSent === null) continue;
        items += 1;
        if (isSent) sent += 1;
      } catch (error) {
        log.error({ err: error, caseNo: one.caseNo }, 'a reminder could not be sent');
      }
    }
    if (items > 0) await noteRun(db, rule, at, items);
  }
  return sent;
}

async function casesOf(db: Database, merchantNo: string) {
  return await db
    .selectFrom('collectionCase as c')
    .innerJoin('loanOrder as o', 'o.orderNo', 'c.orderNo')
    .select(['c.caseNo', 'c.caseScope', 'c.oldestDueOn', 'o.productNo', 'o.loanType'])
    .select(paysInTime('c.customerNo').as('paysInTime'))
    .where('c.merchantNo', '=', merchantNo)
    .where('c.caseLevel', '=', 'S0')
    .where('c.caseStatus', 'in', ['POOL', 'COLLECTING', 'RETAINED'])
    .orderBy('c.caseNo')
    .execute();
}

/** True: sent. False: the gate refused. Null: done today already. */
async function remind(
  tx: Tx,
  rule: Pick<Rule, 'ruleId' | 'versionNo' | 'value'>,
  { caseNo, oldestDueOn }: DueCase,
  { at, day }: { readonly at: Date; readonly day: BusinessDate },
): Promise<boolean | null> {
  // Locked first: two turns would each find it without a reminder.
  await tx.selectFrom('collectionCase').select('caseNo').where('caseNo', '=', caseNo).forNoKeyUpdate().execute();
  if ((await remindedOn(tx, [caseNo], day)).size > 0) return null;
  const templateCode = templateOn(rule.value, oldestDueOn, day) ?? TEMPLATE;
  const language = await languageOf(tx, caseNo);
  const sent = await textBorrower(tx, caseNo, { templateCode, language, at, smsKind: 'REMINDER' });
  if (sent === null) return null;
  const { answer } = sent;
  const outcome = answer.isAllowed ? 'REMINDED' : 'REFUSED';
  const facts = answer.isAllowed ? {} : { refusedFor: answer.error };
  await recordItem(tx, rule, { runAt: at, subjectNo: caseNo, outcome, amountCents: 0, facts });
  return answer.isAllowed;
}

/** English where the borrower speaks it, else Swahili, as all that is written to customers. */
async function languageOf(db: Queryable, caseNo: string): Promise<'en' | 'sw'> {
  const { speakingLanguage } = await db
    .selectFrom('collectionCase as c')
    .innerJoin('customer as u', 'u.customerNo', 'c.customerNo')
    .select('u.speakingLanguage')
    .where('c.caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  return speakingLanguage === 'en' ? 'en' : 'sw';
}

/** `09:05` in EAT. */
export const eatClock = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', hour: '2-digit', minute: '2-digit' }).format(at);

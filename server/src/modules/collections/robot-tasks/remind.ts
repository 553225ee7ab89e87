import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { noteRun, recordItem } from '../../platform/rules/index.ts';
import { dueReminders, eatClock, remindedOn } from '../collections/index.ts';
import type { Person } from './audiences.ts';
import { writeTask } from './create.ts';
import { lockTask, moveTask } from './store.ts';

type Due = Awaited<ReturnType<typeof dueReminders>>[number];

/** A task's name is at most so long. */
const NAME_LENGTH = 30;
const PEOPLE_A_TASK = 1_000;

/**
 * Has the robot call borrowers before their due date, as the policies in force say: a task a policy, day, system and
 * language, each case in one a day. The contact gate judges each call as it is made. Run again it finds what is left.
 * @returns how many are to be called
 */
export async function remindByRobot(db: Database, at: Date, log: Logger): Promise<number> {
  const { policy } = await policyOn(db, businessDateOf(at));
  const clock = eatClock(at);
  let called = 0;
  for (const due of await dueReminders(db, 'ROBOT', at)) {
    // Too late for today: nobody would be called.
    if (due.cases.length === 0 || [due.rule.value.remindAt, clock].some((time) => time >= policy.contactHours.to))
      continue;
    try {
      const items = await db.transaction().execute((tx) => callAll(tx, due, { at, until: policy.contactHours.to }));
      if (items > 0) await noteRun(db, due.rule, at, items);
      called += items;
    } catch (error) {
      log.error({ err: error, ruleId: due.rule.ruleId }, 'reminders by the robot could not be queued');
    }
  }
  return called;
}

async function callAll(
  tx: Tx,
  { rule, cases }: Due,
  { at, until }: { readonly at: Date; readonly until: string },
): Promise<number> {
  const day = businessDateOf(at);
  const { merchantNo, value, makerUserNo, checkerUserNo } = rule;
  // Two processes would each find the cases free.
  const found = await tx
    .selectFrom('collectionCase as c')
    .innerJoin('customer as u', 'u.customerNo', 'c.customerNo')
    .select(['c.caseNo', 'c.caseScope', 'c.customerNo', 'c.orderNo', 'u.phone', 'u.speakingLanguage'])
    .where(
      'c.caseNo',
      'in',
      cases.map(({ caseNo }) => caseNo),
    )
    .where('c.caseLevel', '=', 'S0')
    .where('c.caseStatus', 'in', ['POOL', 'COLLECTING', 'RETAINED'])
    .orderBy('c.caseNo')
    .forNoKeyUpdate('c')
    .execute();
  const done = await remindedOn(
    tx,
    found.map(({ caseNo }) => caseNo),
    day,
  );
  const groups = new Map<string, { section: 'collection' | 'collectionStage'; voice: 'en' | 'sw'; people: Person[] }>();
  for (const one of found.filter(({ caseNo }) => !done.has(caseNo))) {
    const section = one.caseScope === 'BILL' ? 'collectionStage' : 'collection';
    const voice = one.speakingLanguage === 'sw' ? 'sw' : 'en';
    const group = groups.get(`${section} ${voice}`) ?? { section, voice, people: [] };
    group.people.push(one);
    groups.set(`${section} ${voice}`, group);
  }
  let items = 0;
  for (const { section, voice, people } of groups.values()) {
    for (let from = 0; from < people.length; from += PEOPLE_A_TASK) {
      const some = people.slice(from, from + PEOPLE_A_TASK);
      const { taskNo, total, leftOut, leftOutOf } = await writeTask(tx, {
        section,
        merchantNo,
        people: some,
        taskName: `${value.ruleName.slice(0, NAME_LENGTH - day.length - 1)} ${day}`,
        scriptCode: value.robotScriptCode ?? '',
        voiceLanguage: voice,
        dialFrom: value.remindAt,
        dialTo: until,
        maxAttempts: 2,
        retryGapMinutes: 60,
        startAt: at,
        dialOn: day,
        planNo: null,
        smsTemplateCode: null,
        taskStatus: 'QUEUED',
        createdBy: makerUserNo,
        approvedBy: checkerUserNo,
      });
      await publishEvent(tx, {
        topic: 'robotTask.create',
        subjectType: 'robotTask',
        subjectNo: taskNo,
        merchantNo,
        after: { taskStatus: 'QUEUED', people: total, leftOut },
      });
      if (leftOut === total) await moveTask(tx, await lockTask(tx, taskNo, null), 'stop');
      for (const { caseNo } of some) {
        if (caseNo === null) continue;
        const refusedFor = leftOutOf.find((one) => one.caseNo === caseNo)?.outcome ?? null;
        const [outcome, facts] = refusedFor === null ? ['REMINDED', { taskNo }] : ['REFUSED', { taskNo, refusedFor }];
        await recordItem(tx, rule, { runAt: at, subjectNo: caseNo, outcome, amountCents: 0, facts });
      }
      items += total - leftOut;
    }
  }
  return items;
}

import { messageNodes, type messagePoint, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { fitTemplate, pointAt, templateTexts } from '../../platform/message-templates/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { factsOf } from './facts.ts';
import type { QueuedNode } from './find-moments.ts';
import { withinHours } from './within-hours.ts';

type Moment = ReplyOf<typeof messagePoint.timeline>[number];

interface Passed extends Pick<Moment, 'nodeCode' | 'subjectNo' | 'fault' | 'channelType' | 'text'> {
  readonly momentStatus: 'QUEUED' | 'SENT' | 'SKIPPED' | 'DROPPED';
  readonly at: Date;
}

/** What was found of an order and its bills, each with the text that left. */
async function passedOf(db: Queryable, orderNo: string): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    SELECT n.node_code, n.subject_no, n.notice_status AS moment_status, n.fault,
      CASE WHEN n.notice_status = 'SENT' THEN coalesce(n.ended_at, n.due_at)
        WHEN n.notice_status = 'QUEUED' THEN n.due_at ELSE n.happened_at END AS at,
      CASE WHEN n.notice_status = 'SENT' THEN coalesce(m.channel, 'SMS') END AS channel_type,
      coalesce(m.body, (SELECT a.content FROM contact_attempt a WHERE a.attempt_id = n.attempt_id LIMIT 1)) AS text
    FROM node_notice n LEFT JOIN message m ON m.message_no = n.message_no
    WHERE n.order_no = ${orderNo} ORDER BY at`.execute(db);
  return rows;
}

interface Order {
  readonly merchantNo: string;
  readonly language: 'en' | 'sw';
  readonly firstName: string;
  readonly reminderDays: readonly number[];
}

interface Bill {
  readonly billNo: string;
  readonly dueDate: string;
}

/** The days that bills still come to, while nobody pays: each reminder, and the day after the due date. */
function daysAhead({ billNo, dueDate }: Bill, { reminderDays }: Order) {
  const reminders = reminderDays.map((day) => ({
    nodeCode: 'BILL_DUE_IN_3' as const,
    subjectNo: day === -3 ? billNo : `${billNo}/${day}`,
    day: addDays(dueDate, day),
  }));
  return [...reminders, { nodeCode: 'BILL_OVERDUE' as const, subjectNo: billNo, day: addDays(dueDate, 1) }];
}

/** What a node would write of a subject, by the first of its templates that fits; null where it is off. */
async function textOf(
  tx: Tx,
  { nodeCode, subjectNo }: { readonly nodeCode: QueuedNode; readonly subjectNo: string },
  { merchantNo, language, firstName }: Order,
): Promise<{ readonly channelType: Moment['channelType']; readonly text: string } | null> {
  const point = await pointAt(tx, { merchantNo, nodeCode });
  if (!point.isEnabled) return null;
  for (const templateCode of point.templateCodes) {
    const fit = await fitTemplate(tx, { templateCode, merchantNo, nodeCode });
    const known = fit && (await factsOf(tx, { nodeCode, subjectNo, language }, new Date()));
    const texts = fit && (await templateTexts(tx, templateCode))?.texts;
    if (!known || !texts) continue;
    const whole = texts[language] === '' ? texts.en : texts[language];
    const text = messageNodes.withoutUnknown(nodeCode, whole, known);
    return { channelType: fit.channelType, text: messageNodes.filled(text, { name: firstName, ...known }) };
  }
  return null;
}

async function comingOf(tx: Tx, orderNo: string, order: Order, known: ReadonlySet<string>): Promise<Moment[]> {
  const bills = await tx
    .selectFrom('bill')
    .select(['billNo', 'dueDate'])
    .where('orderNo', '=', orderNo)
    .where('billStatus', '=', 'ACTIVE')
    .orderBy('dueDate')
    .execute();
  const today = businessDateOf(new Date());
  const coming: Moment[] = [];
  for (const { day, ...moment } of bills.flatMap((bill) => daysAhead(bill, order))) {
    if (day < today || known.has(`${moment.nodeCode} ${moment.subjectNo}`)) continue;
    const said = await textOf(tx, moment, order);
    if (said === null) continue;
    const point = await pointAt(tx, { merchantNo: order.merchantNo, nodeCode: moment.nodeCode });
    const after = new Date(startOfBusinessDate(day).getTime() + (point.delayMinutes ?? 0) * 60_000);
    const at = withinHours(after, point).toISOString();
    coming.push({ ...moment, ...said, at, momentStatus: 'COMING', fault: null });
  }
  return coming;
}

/** An order's messages, behind it and ahead. @throws AppError NOT_FOUND */
export async function readTimeline({ orderNo }: { readonly orderNo: string }, { db, caller }: Call): Promise<Moment[]> {
  const found = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.merchantNo', 'o.reminderDays', 'c.customerName', 'c.speakingLanguage'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('NOT_FOUND');
  const first = found.customerName.split(' ')[0] ?? '';
  const isHidden = caller.isMasked || caller.maskedFields.has('customerName');
  const firstName = isHidden ? maskName(first) : first;
  const order: Order = {
    merchantNo: found.merchantNo,
    language: found.speakingLanguage === 'en' ? 'en' : 'sw',
    firstName,
    reminderDays: found.reminderDays ?? [-3],
  };
  const passed = await passedOf(db, orderNo);
  const known = new Set(passed.map(({ nodeCode, subjectNo }) => `${nodeCode} ${subjectNo}`));
  const coming = await db.transaction().execute(async (tx) => await comingOf(tx, orderNo, order, known));
  const shown = passed.map(({ at, text, ...moment }) => ({
    ...moment,
    at: at.toISOString(),
    text: isHidden && text !== null && first !== '' ? text.replaceAll(first, firstName) : text,
  }));
  return [...shown, ...coming].toSorted((one, other) => one.at.localeCompare(other.at));
}

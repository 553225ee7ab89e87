import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { queueDispatch, tryGate } from '../../collections/contacts/index.ts';
import { channelsTo } from '../../platform/message-accounts/index.ts';
import { renderNode } from '../../platform/message-templates/index.ts';
import { queueRendered } from '../../platform/messages/index.ts';
import { toldAbout } from '../order-lists/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';

const NODE = 'ORDER_RETURNED';
/** Whichever of the node's templates it was sent by. */
const ofNode = (code: string) =>
  sql<boolean>`${sql.ref(code)} in (select template_code from message_template where node_code = ${NODE})`;
const isOfNode = ofNode('a.templateCode');
const A_TURN = 50;

/**
 * Tells a customer by template what of their application has to be corrected and until when, where the contact
 * gate lets it; else `notifyReturnedLater` does when it opens.
 * @returns whether a message is queued.
 */
export async function notifyReturned(tx: Tx, orderNo: string, at = new Date()): Promise<boolean> {
  const told = await toldAbout(tx, orderNo);
  if (told === null) return false;
  const { customer, sentence } = told;
  const language = customer.speakingLanguage === 'en' ? 'en' : 'sw';
  const name = customer.customerName.split(' ')[0] ?? '';
  const { phone, customerNo, merchantNo } = customer;
  const facts = { name, order: orderNo, what: sentence[language] };
  const channels = ['SMS' as const, ...(await channelsTo(tx, { merchantNo, phone }))];
  const rendered = await renderNode(tx, NODE, { merchantNo, channels, language, facts });
  if (rendered === null) return false;
  const { templateCode, body: text, channelType } = rendered;
  const { attemptId, answer } = await tryGate(
    tx,
    { phone, customerNo, merchantNo, channel: 'SMS', purpose: 'REVIEW', at },
    { orderNo, userNo: null, templateCode, content: text },
  );
  // The gate asks about phones: whatever is written to one counts as a text.
  if (answer.isAllowed && channelType !== 'SMS') await queueRendered(tx, 'order.returned', customer, rendered);
  else if (answer.isAllowed) {
    await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  }
  return answer.isAllowed;
}

/** Messages that had to wait for contact hours or the caps of a day, once they may leave. */
export async function notifyReturnedLater(
  db: Database,
  services: Pick<Services, 'engine'>,
  now = new Date(),
): Promise<number> {
  if (!services.engine.gateways.sms) return 0;
  const due = await db
    .selectFrom('contactAttempt as a')
    .innerJoin('loanOrder as o', 'o.orderNo', 'a.orderNo')
    .select('o.orderNo')
    .where(isOfNode)
    .where('a.nextAllowedAt', '<=', now)
    .where('o.orderStatus', '=', 'RETURNED')
    .whereRef('a.attemptedAt', '>=', 'o.auditTime')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contactAttempt as later')
            .select(eb.lit(1).as('one'))
            .where(ofNode('later.templateCode'))
            .whereRef('later.orderNo', '=', 'a.orderNo')
            .whereRef('later.attemptId', '>', 'a.attemptId'),
        ),
      ),
    )
    .limit(A_TURN)
    .execute();
  let told = 0;
  for (const { orderNo } of due) {
    const isTold = await db.transaction().execute(async (tx) => {
      // Another process may have told it meanwhile, or the customer handed it in again.
      const { orderStatus } = await lockOrder(tx, orderNo);
      if (orderStatus !== 'RETURNED' || !(await stillWaits(tx, orderNo, now))) return false;
      return await notifyReturned(tx, orderNo, now);
    });
    if (isTold) told += 1;
  }
  if (told > 0) await services.engine.dispatch();
  return told;
}

async function stillWaits(tx: Tx, orderNo: string, now: Date): Promise<boolean> {
  const last = await tx
    .selectFrom('contactAttempt as a')
    .select('nextAllowedAt')
    .where(isOfNode)
    .where('orderNo', '=', orderNo)
    .orderBy('attemptId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.nextAllowedAt !== null && last !== undefined && last.nextAllowedAt <= now;
}

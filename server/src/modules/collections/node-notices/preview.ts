import { messageNodes, type messageTemplate, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { templateTexts } from '../../platform/message-templates/index.ts';
import { factsOf } from './facts.ts';
import { isQueuedNode, type QueuedNode } from './find-moments.ts';

const OF_ORDERS: ReadonlySet<QueuedNode> = new Set([
  'ORDER_APPROVED',
  'ORDER_CANCELLED',
  'ORDER_DECLINED',
  'DISBURSED',
]);
const OF_BILLS: ReadonlySet<QueuedNode> = new Set(['BILL_DUE_IN_3', 'BILL_OVERDUE', 'REPAID']);

/** What of an order a node speaks of: the order, the oldest bill that is unpaid, or the newest that was paid. */
async function subjectOf(db: Database, nodeCode: QueuedNode, orderNo: string): Promise<string | null> {
  if (OF_ORDERS.has(nodeCode)) return orderNo;
  if (!OF_BILLS.has(nodeCode)) return null;
  const isPaid = nodeCode === 'REPAID';
  const bill = await db
    .selectFrom('bill')
    .select('billNo')
    .where('orderNo', '=', orderNo)
    .where('billStatus', '=', isPaid ? 'SETTLED' : 'ACTIVE')
    .orderBy('dueDate', isPaid ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  return bill?.billNo ?? null;
}

/** A template with an order's facts, as its customer would read it now. @throws AppError NOT_FOUND */
export async function previewTemplate(
  { templateCode, orderNo }: ParsedRequestOf<typeof messageTemplate.preview>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof messageTemplate.preview>> {
  const template = await templateTexts(db, templateCode);
  const order = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.merchantNo', 'c.customerName'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!template || !order || !seesMerchant(caller.scope, order.merchantNo)) throw new AppError('NOT_FOUND');
  const { nodeCode, texts } = template;
  if (!isQueuedNode(nodeCode)) return [];
  const subjectNo = await subjectOf(db, nodeCode, orderNo);
  if (subjectNo === null) return [];
  const first = order.customerName.split(' ')[0] ?? '';
  const name = caller.isMasked || caller.maskedFields.has('customerName') ? maskName(first) : first;
  return await db.transaction().execute(async (tx) => {
    const read = [];
    for (const language of ['en', 'sw'] as const) {
      if (texts[language] === '') continue;
      const known = await factsOf(
        tx,
        { nodeCode, subjectNo, language, recommended: services.recommendedProduct },
        new Date(),
      );
      if (known === null) continue;
      const text = messageNodes.withoutUnknown(nodeCode, texts[language], known);
      read.push({ language, text: messageNodes.filled(text, { name, ...known }) });
    }
    return read;
  });
}

import type { intake, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { keepEvidence } from '../order-file/index.ts';
import { ownOrder } from './commands.ts';

/** Once an application is decided, what it was decided on stays as it was. */
const OPEN = new Set(['MACHINE_REVIEW', 'TO_ALLOCATE', 'PENDING_REVIEW', 'RETURNED']);

/** @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION */
export async function takeEvidence(
  { orderNo, evidence }: ParsedRequestOf<typeof intake.evidence>,
  call: CommandContext,
) {
  const order = await ownOrder(orderNo, call);
  if (!OPEN.has(order.orderStatus)) throw new AppError('ILLEGAL_TRANSITION');
  const kept = await keepEvidence(call.tx, orderNo, evidence, new Date());
  await writeAudit(call.tx, call, {
    action: 'order.evidence',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo: order.merchantNo,
    // Of what was said nothing is in the log: it is all about people.
    after: { delivered: kept.delivered.join(', '), awaited: kept.awaited.join(', ') },
  });
  return { orderNo, ...kept };
}

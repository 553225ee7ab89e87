import { autoCancel, payout, payoutOrder } from '@kituo/sdk/contracts';
import { productsSeen } from '../../lending/product-rules/index.ts';
import { implement } from '../../../http/implement.ts';
import { cancelTemplates } from './auto-cancel.ts';
import { payoutBatch } from './batch.ts';
import { giveUp, sendByHand } from './disburse-commands.ts';
import { attemptExport } from './export.ts';
import { requestOfflineLoan } from './offline-loan.ts';
import { payoutOrderExport } from './order-export.ts';
import { readPatience } from './patience.ts';
import { payoutOrders } from './read-orders.ts';
import { readPayoutOrder } from './read-order.ts';
import { askAbout, attempts, readUnknown } from './read-attempts.ts';

export const routes = [
  implement(payoutOrder.page, payoutOrders.page),
  implement(payoutOrder.exportList, payoutOrderExport.queue),
  implement(autoCancel.products, async (_, call) => await productsSeen(call)),
  implement(autoCancel.templates, async (_, call) => await cancelTemplates(call)),
  implement(autoCancel.patience, readPatience),
  implement(payoutOrder.detail, ({ orderNo }, call) => readPayoutOrder(orderNo, call)),
  implement(payout.attempts, attempts.page),
  implement(payout.attemptsExport, attemptExport.queue),
  implement(payout.unknown, readUnknown),
  implement(payout.queryAttempt, askAbout),
  implement(payout.disburse, async (request, call) => sendByHand(request, 'disburse', call)),
  implement(payout.replay, async (request, call) => sendByHand(request, 'replay', call)),
  implement(payout.cancel, giveUp),
  implement(payout.offlineLoan, requestOfflineLoan),
  implement(payout.batchDisburse, ({ orderNos, reason }, call) => payoutBatch.ask('disburse', orderNos, reason, call)),
  implement(payout.batchReplay, ({ orderNos, reason }, call) => payoutBatch.ask('replay', orderNos, reason, call)),
  implement(payout.batchCancel, ({ orderNos, reason }, call) => payoutBatch.ask('cancel', orderNos, reason, call)),
];

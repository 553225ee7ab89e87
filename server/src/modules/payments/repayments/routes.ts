import { repayment } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { bills } from './bill-list.ts';
import { readCollectors } from './collectors.ts';
import { billExport } from './bill-export.ts';
import { orderExport } from './loan-export.ts';
import { mergeExport } from './merge-export.ts';
import { repayments } from './merge-list.ts';
import { summarise } from './merge-summary.ts';
import { loans } from './order-list.ts';
import { readBill } from './read-bill.ts';
import { readBestSplit } from './read-best-split.ts';
import { readMerged } from './read-merged.ts';
import { readOrder } from './read-order.ts';

export const routes = [
  implement(repayment.billPage, bills.page),
  implement(repayment.billExport, billExport.queue),
  implement(repayment.bill, ({ billNo }, call) => readBill(billNo, call)),
  implement(repayment.bestSplit, ({ billNo }, call) => readBestSplit(billNo, call)),
  implement(repayment.orderPage, loans.page),
  implement(repayment.orderExport, orderExport.queue),
  implement(repayment.order, ({ orderNo }, call) => readOrder(orderNo, call)),
  implement(repayment.mergePage, repayments.page),
  implement(repayment.mergeExport, mergeExport.queue),
  implement(repayment.mergeSummary, summarise),
  implement(repayment.collectors, (_, call) => readCollectors(call)),
  implement(repayment.merged, ({ applicationNo }, call) => readMerged(applicationNo, call)),
];

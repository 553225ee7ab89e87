// What business nodes write to customers of their loans, refunds, coupons and limits.

import { messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { countMoments, isQueuedNode } from './find-moments.ts';
import { previewTemplate } from './preview.ts';
import { readTimeline } from './timeline.ts';

export { type AnswerDelivery, answerDeliveries, outcomeOfContact, smsDeliveries } from './answer-deliveries.ts';
export { recommendedBy, type RecommendedProduct } from './recommended-product.ts';
export { sendNotices } from './send-notices.ts';

export const nodeNotices = defineModule({
  name: 'node-notices',
  routes: [
    implement(messageTemplate.preview, previewTemplate),
    implement(messagePoint.timeline, readTimeline),
    implement(messagePoint.dryRun, async ({ nodeCode, merchantNo, loanType, ...amounts }, { db, caller }) => {
      if (!isQueuedNode(nodeCode)) throw new AppError('NOT_FOUND');
      if (merchantNo !== null && !seesMerchant(caller.scope, merchantNo)) {
        throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
      }
      const merchantNos = merchantNo === null ? merchantsSeen(caller.scope) : [merchantNo];
      const of = { ...amounts, merchantNos, loanType: loanType ?? undefined };
      return { messages: await countMoments(db, nodeCode, of, new Date()) };
    }),
  ],
});

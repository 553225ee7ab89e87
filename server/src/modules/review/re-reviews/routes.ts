import { reReview } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { applyReReview, queueReReviews } from './apply.ts';
import { copyConfig, decideConfig, saveConfig } from './config-commands.ts';
import { configDetailOf, pageOfConfigs, tryConfig } from './config-rows.ts';
import { outcomesExport, reReviewExport, reReviewRulesExport } from './export.ts';
import { originalPhoneOf } from './original-phone.ts';
import { pageOfReReviews } from './query.ts';
import { applicantsOf, checkReReviews, outcomesOf, quotaOf } from './quota.ts';

export const routes = [
  implement(reReview.page, pageOfReReviews),
  implement(reReview.exportList, reReviewExport.queue),
  implement(reReview.outcomesExport, outcomesExport.queue),
  implement(reReview.configExport, reReviewRulesExport.queue),
  implement(reReview.check, checkReReviews),
  implement(reReview.apply, async (wish, call) => await applyReReview(wish, call)),
  implement(reReview.applyMany, async (wish, call) => ({
    jobNo: await queueReReviews(wish, call),
  })),
  implement(reReview.quota, async (_, call) => await quotaOf(call)),
  implement(reReview.applicants, async (_, call) => await applicantsOf(call)),
  implement(reReview.outcomes, async (_, call) => await outcomesOf(call)),
  implement(reReview.originalPhone, async ({ orderNo }, call) => originalPhoneOf(orderNo, call)),
  implement(reReview.configPage, pageOfConfigs),
  implement(reReview.configDetail, async ({ merchantNo }, call) => configDetailOf(merchantNo, call)),
  implement(reReview.configTry, tryConfig),
  implement(reReview.configSave, saveConfig),
  implement(reReview.configCopy, copyConfig),
  implement(reReview.configApprove, async (wish, call) => decideConfig('approve', wish, call)),
  implement(reReview.configReject, async (wish, call) => decideConfig('reject', wish, call)),
  implement(reReview.configWithdraw, async (wish, call) => decideConfig('withdraw', wish, call)),
];

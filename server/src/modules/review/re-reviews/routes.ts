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
  implement(reReview.apply, async (request, call) => await applyReReview(request, call)),
  implement(reReview.applyMany, async (request, call) => ({
    jobNo: await queueReReviews(request, call),
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
  implement(reReview.configApprove, async (request, call) => decideConfig('approve', request, call)),
  implement(reReview.configReject, async (request, call) => decideConfig('reject', request, call)),
  implement(reReview.configWithdraw, async (request, call) => decideConfig('withdraw', request, call)),
];

import { serviceCoupon } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { issueResults } from './issue-results.ts';
import { readDecision } from './service-read.ts';
import { approveApplications, rejectApplications } from './service-decide-many.ts';
import { applicationsToAudit, ownApplications, readApplicants, readApplication } from './service-applications.ts';
import { checkPhones, decideApplication, readRemaining, retryIssue, submitApplication } from './service-apply.ts';
import { readConfig } from './service-config-detail.ts';
import { moveConfig, readTemplateOptions, saveConfig, serviceConfigs } from './service-configs.ts';
import { auditExport, configExport, ownExport } from './service-exports.ts';

const { own, toAudit } = serviceCoupon;

/** Coupons that customer service asks for. */
export const serviceRoutes = [
  implement(serviceCoupon.configs, serviceConfigs.page),
  implement(serviceCoupon.configExport, configExport.queue),
  implement(serviceCoupon.configDetail, readConfig),
  implement(serviceCoupon.templateOptions, (_nothing, call) => readTemplateOptions(call)),
  implement(serviceCoupon.configSave, saveConfig),
  implement(serviceCoupon.configApprove, (request, call) => moveConfig(request, 'approve', call)),
  implement(serviceCoupon.configReject, (request, call) => moveConfig(request, 'reject', call)),
  implement(serviceCoupon.configEnable, (request, call) => moveConfig(request, 'enable', call)),
  implement(serviceCoupon.configDisable, (request, call) => moveConfig(request, 'disable', call)),
  implement(own.page, ownApplications.page),
  implement(own.exportList, ownExport.queue),
  implement(own.detail, ({ couponApplicationNo }, call) => readApplication(ownApplications, couponApplicationNo, call)),
  implement(toAudit.page, applicationsToAudit.page),
  implement(toAudit.exportList, auditExport.queue),
  implement(toAudit.detail, ({ couponApplicationNo }, call) =>
    readApplication(applicationsToAudit, couponApplicationNo, call),
  ),
  implement(serviceCoupon.remaining, (_nothing, call) => readRemaining(call)),
  implement(serviceCoupon.checkPhones, checkPhones),
  implement(serviceCoupon.submit, submitApplication),
  implement(serviceCoupon.approve, (request, call) => decideApplication(request, true, call)),
  implement(serviceCoupon.reject, (request, call) => decideApplication(request, false, call)),
  implement(serviceCoupon.retryIssue, retryIssue),
  implement(serviceCoupon.approveMany, approveApplications),
  implement(serviceCoupon.rejectMany, rejectApplications),
  implement(serviceCoupon.read, readDecision),
  implement(serviceCoupon.issueResults, issueResults.page),
  implement(serviceCoupon.applicants, (_nothing, call) => readApplicants(call)),
];

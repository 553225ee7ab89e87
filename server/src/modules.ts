import type { Module } from './define-module.ts';
import { home } from './modules/console/home/index.ts';
import { reports } from './modules/console/reports/index.ts';
import { allocation } from './modules/review/allocation/index.ts';
import { auditors } from './modules/review/auditors/index.ts';
import { decisions } from './modules/review/decisions/index.ts';
import { intake } from './modules/review/intake/index.ts';
import { orderFile } from './modules/review/order-file/index.ts';
import { orderLists } from './modules/review/order-lists/index.ts';
import { reReviews } from './modules/review/re-reviews/index.ts';
import { retrieval } from './modules/review/retrieval/index.ts';
import { reviewConfig } from './modules/review/review-config/index.ts';
import { accounts } from './modules/payments/accounts/index.ts';
import { balancesModule } from './modules/payments/balances/index.ts';
import { autoWriteOff } from './modules/payments/auto-write-off/index.ts';
import { caseRepayments } from './modules/payments/case-repayments/index.ts';
import { caseSettlements } from './modules/payments/case-settlements/index.ts';
import { channelFees } from './modules/payments/channel-fees/index.ts';
import { chargeOffs } from './modules/payments/charge-offs/index.ts';
import { disbursements } from './modules/payments/disbursements/index.ts';
import { flows } from './modules/payments/flows/index.ts';
import { paymentMethods } from './modules/payments/payment-methods/index.ts';
import { marketProducts } from './modules/payments/market-products/index.ts';
import { partners } from './modules/payments/partners/index.ts';
import { payments } from './modules/payments/payments/index.ts';
import { orderAcquire } from './modules/payments/order-acquire/index.ts';
import { merchantServices } from './modules/payments/merchant-services/index.ts';
import { prepaid } from './modules/payments/prepaid/index.ts';
import { paymentLinks } from './modules/payments/payment-links/index.ts';
import { prompts } from './modules/payments/prompts/index.ts';
import { reconciliation } from './modules/payments/reconciliation/index.ts';
import { refunds } from './modules/payments/refunds/index.ts';
import { repaymentDesk } from './modules/payments/repayments/index.ts';
import { transfers } from './modules/payments/transfers/index.ts';
import { waivers } from './modules/payments/waivers/index.ts';
import { wallets } from './modules/payments/wallets/index.ts';
import { collections } from './modules/collections/collections/index.ts';
import { callLists } from './modules/collections/call-lists/index.ts';
import { collectors } from './modules/collections/collectors/index.ts';
import { telephony } from './modules/collections/telephony/index.ts';
import { contacts } from './modules/collections/contacts/index.ts';
import { nodeNotices } from './modules/collections/node-notices/index.ts';
import { feedback } from './modules/collections/feedback/index.ts';
import { aiHelpModule } from './modules/collections/ai-help/index.ts';
import { dataRequests } from './modules/collections/data-requests/index.ts';
import { customerDesk } from './modules/collections/customer-desk/index.ts';
import { appAdviceModule } from './modules/collections/app-advice/index.ts';
import { replyTemplates } from './modules/collections/reply-templates/index.ts';
import { inCallRecords } from './modules/collections/in-call-records/index.ts';
import { quality } from './modules/collections/quality/index.ts';
import { robotTasks } from './modules/collections/robot-tasks/index.ts';
import { serviceStaff } from './modules/collections/service-staff/index.ts';
import { coupons } from './modules/lending/coupons/index.ts';
import { promoCodes } from './modules/lending/promo-codes/index.ts';
import { collectionMonitor } from './modules/collections/collection-monitor/index.ts';
import { credit } from './modules/lending/credit/index.ts';
import { routing } from './modules/lending/routing/index.ts';
import { riskPrices } from './modules/lending/risk-pricing/index.ts';
import { riskModels } from './modules/lending/risk-models/index.ts';
import { ruleSets } from './modules/lending/rule-sets/index.ts';
import { dueLoad } from './modules/lending/due-load/index.ts';
import { maturity } from './modules/lending/maturity/index.ts';
import { lendingLimits } from './modules/lending/lending-limits/index.ts';
import { products } from './modules/lending/products/index.ts';
import { addresses } from './modules/parties/addresses/index.ts';
import { blacklist } from './modules/parties/blacklist/index.ts';
import { riskLists } from './modules/parties/risk-lists/index.ts';
import { merchants } from './modules/parties/merchants/index.ts';
import { announcements } from './modules/staff/announcements/index.ts';
import { auth } from './modules/staff/auth/index.ts';
import { departments } from './modules/staff/departments/index.ts';
import { menus } from './modules/staff/menus/index.ts';
import { roles } from './modules/staff/roles/index.ts';
import { telemarketers } from './modules/collections/telemarketers/index.ts';
import { trafficStaff } from './modules/parties/traffic-staff/index.ts';
import { users } from './modules/staff/users/index.ts';
import { pluginAdmin } from './modules/plugins/plugin-admin/index.ts';
import { pluginFrame } from './modules/plugins/plugin-frame/index.ts';
import { pluginHealth } from './modules/plugins/plugin-health/index.ts';
import { approvals } from './modules/platform/approvals/index.ts';
import { changes } from './modules/platform/changes/index.ts';
import { configuration } from './modules/platform/configuration/index.ts';
import { dictionaries } from './modules/platform/dictionaries/index.ts';
import { domainEvents } from './modules/platform/domain-events/index.ts';
import { events } from './modules/platform/events/index.ts';
import { files } from './modules/platform/files/index.ts';
import { imports } from './modules/platform/imports/index.ts';
import { jobs } from './modules/platform/jobs/index.ts';
import { languages } from './modules/platform/languages/index.ts';
import { ledger } from './modules/platform/ledger/index.ts';
import { reveal } from './modules/platform/reveal/index.ts';
import { tracking } from './modules/platform/tracking/index.ts';
import { views } from './modules/platform/views/index.ts';
import { warnings } from './modules/platform/warnings/index.ts';
import { hotlines } from './modules/parties/hotlines/index.ts';
import { marketRecommends } from './modules/payments/market-recommends/index.ts';
import { vipLevels } from './modules/lending/vip-levels/index.ts';
import { orgMerchants } from './modules/parties/org-merchants/index.ts';
import { putChannels } from './modules/parties/put-channels/index.ts';
import { activities } from './modules/payments/activities/index.ts';
import { appContents } from './modules/lending/app-contents/index.ts';
import { partnerPlatforms } from './modules/payments/partner-platforms/index.ts';
import { appReleases } from './modules/parties/app-releases/index.ts';
import { messageTemplates } from './modules/platform/message-templates/index.ts';
import { messageAccountsModule } from './modules/platform/message-accounts/index.ts';
import { smsRouting } from './modules/platform/sms-routes/index.ts';
import { sensitiveWords } from './modules/platform/sensitive-words/index.ts';
import { schedules } from './modules/staff/schedules/index.ts';
import { discipline } from './modules/staff/discipline/index.ts';
import { aiPushes } from './modules/collections/ai-pushes/index.ts';
import { smsCampaigns } from './modules/collections/sms-campaigns/index.ts';
import { smsTemplates } from './modules/collections/sms-templates/index.ts';
import { testUsersModule } from './modules/platform/test-users/index.ts';
import { verificationCodesModule } from './modules/collections/verification-codes/index.ts';
import { unrenewedNudges } from './modules/collections/unrenewed-nudges/index.ts';
import { userGroups } from './modules/collections/user-groups/index.ts';

/** Every module that brings something. A new one is written here, and nowhere else outside its folder. */
export const modules: readonly Module[] = [
  home,
  reports,
  allocation,
  auditors,
  decisions,
  intake,
  orderFile,
  orderLists,
  reReviews,
  retrieval,
  reviewConfig,
  accounts,
  balancesModule,
  autoWriteOff,
  caseRepayments,
  caseSettlements,
  channelFees,
  chargeOffs,
  disbursements,
  flows,
  paymentMethods,
  partners,
  marketProducts,
  payments,
  merchantServices,
  orderAcquire,
  prepaid,
  paymentLinks,
  prompts,
  reconciliation,
  refunds,
  repaymentDesk,
  transfers,
  waivers,
  wallets,
  collections,
  collectionMonitor,
  callLists,
  collectors,
  contacts,
  nodeNotices,
  telephony,
  feedback,
  aiHelpModule,
  customerDesk,
  dataRequests,
  appAdviceModule,
  replyTemplates,
  inCallRecords,
  robotTasks,
  serviceStaff,
  coupons,
  promoCodes,
  credit,
  lendingLimits,
  dueLoad,
  maturity,
  riskModels,
  ruleSets,
  riskPrices,
  routing,
  products,
  addresses,
  blacklist,
  riskLists,
  merchants,
  announcements,
  auth,
  departments,
  menus,
  roles,
  telemarketers,
  trafficStaff,
  users,
  pluginAdmin,
  pluginFrame,
  pluginHealth,
  approvals,
  changes,
  configuration,
  dictionaries,
  domainEvents,
  events,
  files,
  imports,
  jobs,
  languages,
  ledger,
  reveal,
  tracking,
  views,
  warnings,
  hotlines,
  appReleases,
  partnerPlatforms,
  appContents,
  activities,
  putChannels,
  orgMerchants,
  vipLevels,
  marketRecommends,
  sensitiveWords,
  messageTemplates,
  smsRouting,
  messageAccountsModule,
  testUsersModule,
  verificationCodesModule,
  schedules,
  discipline,
  quality,
  smsTemplates,
  userGroups,
  smsCampaigns,
  unrenewedNudges,
  aiPushes,
];

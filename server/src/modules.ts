import type { Module } from './define-module.ts';
import { home } from './modules/console/home/index.ts';
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
import { channelFees } from './modules/payments/channel-fees/index.ts';
import { chargeOffs } from './modules/payments/charge-offs/index.ts';
import { disbursements } from './modules/payments/disbursements/index.ts';
import { flows } from './modules/payments/flows/index.ts';
import { partners } from './modules/payments/partners/index.ts';
import { payments } from './modules/payments/payments/index.ts';
import { prepaid } from './modules/payments/prepaid/index.ts';
import { prompts } from './modules/payments/prompts/index.ts';
import { reconciliation } from './modules/payments/reconciliation/index.ts';
import { refunds } from './modules/payments/refunds/index.ts';
import { repaymentDesk } from './modules/payments/repayments/index.ts';
import { transfers } from './modules/payments/transfers/index.ts';
import { waivers } from './modules/payments/waivers/index.ts';
import { wallets } from './modules/payments/wallets/index.ts';
import { collections } from './modules/collections/collections/index.ts';
import { collectors } from './modules/collections/collectors/index.ts';
import { contacts } from './modules/collections/contacts/index.ts';
import { feedback } from './modules/collections/feedback/index.ts';
import { robotTasks } from './modules/collections/robot-tasks/index.ts';
import { serviceStaff } from './modules/collections/service-staff/index.ts';
import { coupons } from './modules/lending/coupons/index.ts';
import { credit } from './modules/lending/credit/index.ts';
import { lendingLimits } from './modules/lending/lending-limits/index.ts';
import { products } from './modules/lending/products/index.ts';
import { addresses } from './modules/parties/addresses/index.ts';
import { merchants } from './modules/parties/merchants/index.ts';
import { announcements } from './modules/staff/announcements/index.ts';
import { auth } from './modules/staff/auth/index.ts';
import { departments } from './modules/staff/departments/index.ts';
import { menus } from './modules/staff/menus/index.ts';
import { roles } from './modules/staff/roles/index.ts';
import { telemarketers } from './modules/staff/telemarketers/index.ts';
import { trafficStaff } from './modules/staff/traffic-staff/index.ts';
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

/** Every module that brings something. A new one is written here, and nowhere else outside its folder. */
export const modules: readonly Module[] = [
  home,
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
  channelFees,
  chargeOffs,
  disbursements,
  flows,
  partners,
  payments,
  prepaid,
  prompts,
  reconciliation,
  refunds,
  repaymentDesk,
  transfers,
  waivers,
  wallets,
  collections,
  collectors,
  contacts,
  feedback,
  robotTasks,
  serviceStaff,
  coupons,
  credit,
  lendingLimits,
  products,
  addresses,
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
];

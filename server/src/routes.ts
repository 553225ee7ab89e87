import type { Implementation } from './http/implement.ts';
import { routes as addresses } from './modules/parties/addresses/index.ts';
import { routes as allocation } from './modules/review/allocation/index.ts';
import { routes as announcements } from './modules/staff/announcements/index.ts';
import { routes as auditors } from './modules/review/auditors/index.ts';
import { routes as retrieval } from './modules/review/retrieval/index.ts';
import { routes as reReviews } from './modules/review/re-reviews/index.ts';
import { routes as reviewConfig } from './modules/review/review-config/index.ts';
import { routes as auth } from './modules/staff/auth/index.ts';
import { routes as changes } from './modules/platform/changes/index.ts';
import { routes as channelFees } from './modules/payments/channel-fees/index.ts';
import { routes as collections } from './modules/collections/collections/index.ts';
import { routes as configuration } from './modules/platform/configuration/index.ts';
import { routes as decisions } from './modules/review/decisions/index.ts';
import { routes as coupons } from './modules/lending/coupons/index.ts';
import { couponRoutes } from './modules/payments/payments/index.ts';
import { routes as departments } from './modules/staff/departments/index.ts';
import { routes as disbursements } from './modules/payments/disbursements/index.ts';
import { routes as events } from './modules/platform/events/index.ts';
import { routes as feedback } from './modules/collections/feedback/index.ts';
import { routes as flows } from './modules/payments/flows/index.ts';
import { routes as home } from './modules/console/home/index.ts';
import { routes as files } from './modules/platform/files/index.ts';
import { routes as intake } from './modules/review/intake/index.ts';
import { routes as imports } from './modules/platform/imports/index.ts';
import { routes as jobs } from './modules/platform/jobs/index.ts';
import { routes as dictionaries } from './modules/platform/dictionaries/index.ts';
import { routes as lendingLimits } from './modules/lending/lending-limits/index.ts';
import { routes as languages } from './modules/platform/languages/index.ts';
import { routes as menus } from './modules/staff/menus/index.ts';
import { routes as merchants } from './modules/parties/merchants/index.ts';
import { routes as orderFile } from './modules/review/order-file/index.ts';
import { routes as ledger } from './modules/platform/ledger/index.ts';
import { routes as contacts } from './modules/collections/contacts/index.ts';
import { routes as credit } from './modules/lending/credit/index.ts';
import { routes as partners } from './modules/payments/partners/index.ts';
import { routes as prepaid } from './modules/payments/prepaid/index.ts';
import { routes as products } from './modules/lending/products/index.ts';
import { routes as pluginFrames } from './modules/plugins/plugin-frame/index.ts';
import { routes as payments } from './modules/payments/payments/index.ts';
import { routes as paymentPrompts } from './modules/payments/prompts/index.ts';
import { routes as orderLists } from './modules/review/order-lists/index.ts';
import { routes as pluginAdmin } from './modules/plugins/plugin-admin/index.ts';
import { routes as refunds } from './modules/payments/refunds/index.ts';
import { routes as pluginHealth } from './modules/plugins/plugin-health/index.ts';
import { routes as reveals } from './modules/platform/reveal/index.ts';
import { routes as roles } from './modules/staff/roles/index.ts';
import { routes as robotTasks } from './modules/collections/robot-tasks/index.ts';
import { routes as chargeOffs } from './modules/payments/charge-offs/index.ts';
import { routes as waivers } from './modules/payments/waivers/index.ts';
import { routes as tracking } from './modules/platform/tracking/index.ts';
import { routes as transfers } from './modules/payments/transfers/index.ts';
import { routes as users } from './modules/staff/users/index.ts';
import { routes as views } from './modules/platform/views/index.ts';
import { routes as wallets } from './modules/payments/wallets/index.ts';
import { routes as warnings } from './modules/platform/warnings/index.ts';
import { routes as writeOffs } from './modules/payments/auto-write-off/index.ts';

/** Every endpoint of the server with its handler. */
export const allRoutes: readonly Implementation[] = [
  ...addresses,
  ...allocation,
  ...announcements,
  ...auditors,
  ...reviewConfig,
  ...reReviews,
  ...retrieval,
  ...auth,
  ...changes,
  ...channelFees,
  ...collections,
  ...configuration,
  ...decisions,
  ...coupons,
  ...couponRoutes,
  ...departments,
  ...disbursements,
  ...events,
  ...feedback,
  ...flows,
  ...home,
  ...files,
  ...imports,
  ...jobs,
  ...dictionaries,
  ...languages,
  ...lendingLimits,
  ...menus,
  ...merchants,
  ...orderFile,
  ...ledger,
  ...payments,
  ...paymentPrompts,
  ...contacts,
  ...credit,
  ...prepaid,
  ...partners,
  ...products,
  ...intake,
  ...pluginFrames,
  ...orderLists,
  ...pluginAdmin,
  ...refunds,
  ...pluginHealth,
  ...reveals,
  ...roles,
  ...robotTasks,
  ...chargeOffs,
  ...waivers,
  ...tracking,
  ...transfers,
  ...users,
  ...views,
  ...wallets,
  ...warnings,
  ...writeOffs,
];

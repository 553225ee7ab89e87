import type { Implementation } from './http/implement.ts';
import { routes as addresses } from './modules/addresses/index.ts';
import { routes as allocation } from './modules/allocation/index.ts';
import { routes as announcements } from './modules/announcements/index.ts';
import { routes as auditors } from './modules/auditors/index.ts';
import { routes as retrieval } from './modules/retrieval/index.ts';
import { routes as reReviews } from './modules/re-reviews/index.ts';
import { routes as reviewConfig } from './modules/review-config/index.ts';
import { routes as auth } from './modules/auth/index.ts';
import { routes as changes } from './modules/changes/index.ts';
import { routes as channelFees } from './modules/channel-fees/index.ts';
import { routes as collections } from './modules/collections/index.ts';
import { routes as configuration } from './modules/configuration/index.ts';
import { routes as decisions } from './modules/decisions/index.ts';
import { routes as coupons } from './modules/coupons/index.ts';
import { couponRoutes } from './modules/payments/index.ts';
import { routes as departments } from './modules/departments/index.ts';
import { routes as disbursements } from './modules/disbursements/index.ts';
import { routes as events } from './modules/events/index.ts';
import { routes as feedback } from './modules/feedback/index.ts';
import { routes as flows } from './modules/flows/index.ts';
import { routes as home } from './modules/home/index.ts';
import { routes as files } from './modules/files/index.ts';
import { routes as intake } from './modules/intake/index.ts';
import { routes as imports } from './modules/imports/index.ts';
import { routes as jobs } from './modules/jobs/index.ts';
import { routes as dictionaries } from './modules/dictionaries/index.ts';
import { routes as lendingLimits } from './modules/lending-limits/index.ts';
import { routes as languages } from './modules/languages/index.ts';
import { routes as menus } from './modules/menus/index.ts';
import { routes as merchants } from './modules/merchants/index.ts';
import { routes as orderFile } from './modules/order-file/index.ts';
import { routes as ledger } from './modules/ledger/index.ts';
import { routes as contacts } from './modules/contacts/index.ts';
import { routes as credit } from './modules/credit/index.ts';
import { routes as partners } from './modules/partners/index.ts';
import { routes as prepaid } from './modules/prepaid/index.ts';
import { routes as products } from './modules/products/index.ts';
import { routes as pluginFrames } from './modules/plugin-frame/index.ts';
import { routes as payments } from './modules/payments/index.ts';
import { routes as paymentPrompts } from './modules/payment-prompts/index.ts';
import { routes as orderLists } from './modules/order-lists/index.ts';
import { routes as pluginAdmin } from './modules/plugin-admin/index.ts';
import { routes as refunds } from './modules/refunds/index.ts';
import { routes as pluginHealth } from './modules/plugin-health/index.ts';
import { routes as reveals } from './modules/reveal/index.ts';
import { routes as roles } from './modules/roles/index.ts';
import { routes as robotTasks } from './modules/robot-tasks/index.ts';
import { routes as settlements } from './modules/settlements/index.ts';
import { routes as tracking } from './modules/tracking/index.ts';
import { routes as transfers } from './modules/transfers/index.ts';
import { routes as users } from './modules/users/index.ts';
import { routes as views } from './modules/views/index.ts';
import { routes as wallets } from './modules/wallets/index.ts';
import { routes as warnings } from './modules/warnings/index.ts';
import { routes as writeOffs } from './modules/write-offs/index.ts';

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
  ...settlements,
  ...tracking,
  ...transfers,
  ...users,
  ...views,
  ...wallets,
  ...warnings,
  ...writeOffs,
];

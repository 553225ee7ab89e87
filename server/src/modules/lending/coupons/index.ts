// Coupons: templates, grants, use and expiry.

import { defineModule } from '../../../define-module.ts';
import { couponDecisions } from './decisions.ts';
import { grantImport } from './grant-import.ts';
import { applicationExport, couponExport, templateExport } from './export.ts';
import { auditExport, configExport, ownExport } from './service-exports.ts';
import { decideCouponsKind } from './service-decide-many.ts';
import { decidedCouponsTile } from './service-read.ts';
import { serviceRoutes } from './service-routes.ts';
import { couponReveals } from './read.ts';
import { routes } from './routes.ts';
import { couponTermsFamily } from './template-terms.ts';

export { couponApplicationMachine } from './coupon-application.machine.ts';
export { awardCoupon } from './award.ts';
export { applyCoupon } from './coupon-use.ts';
export type { CouponType, CouponUse } from './coupon-use.ts';
export { couponMachine } from './coupon.machine.ts';
export {
  chooseCoupon,
  couponOn,
  giveBack,
  giveBackCoupons,
  lockCoupon,
  markCouponUsed,
  moveCoupon,
  settleCoupons,
  useRule,
} from './coupons.ts';
export type { Coupon, CouponBill, UseRule } from './coupons.ts';
export { freeHeldCoupon, heldCoupon, holdCoupon, releaseHeld } from './held.ts';
export { applyForCoupons, decideCoupons, lockTemplate, moveTemplate, saveTemplate } from './grants.ts';

export const coupons = defineModule({
  name: 'coupons',
  routes: [...routes, ...serviceRoutes],
  reveals: [...couponReveals],
  config: [couponTermsFamily],
  decisions: couponDecisions,
  tiles: [decidedCouponsTile],
  jobs: [decideCouponsKind],
  imports: [grantImport],
  exports: [
    templateExport.kind,
    couponExport.kind,
    applicationExport.kind,
    configExport.kind,
    ownExport.kind,
    auditExport.kind,
  ],
});

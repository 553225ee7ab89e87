export { couponApplicationMachine } from './coupon-application.machine.ts';
export { useCoupon } from './coupon-use.ts';
export type { CouponType, CouponUse } from './coupon-use.ts';
export { couponMachine } from './coupon.machine.ts';

import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { couponApplicationMachine } from './coupon-application.machine.ts';
import { couponMachine } from './coupon.machine.ts';

checkMachine(couponMachine, {
  PENDING_EFFECT: ['AVAILABLE', 'EXPIRED'],
  AVAILABLE: ['FROZEN', 'EXPIRED'],
  FROZEN: ['AVAILABLE', 'USED'],
  USED: ['AVAILABLE', 'EXPIRED'],
  EXPIRED: [],
});

checkMachine(couponApplicationMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
});

/**
 * Postings that make what a bill owes, before it is paid: all but payments, waivers, coupons and write-offs. A roll-over
 * makes what its new bill owes; on the bill that it settles it is as a payment.
 */
export const OWED_BEFORE_PAYMENTS = `j.journal_kind not in ('APPLICATION', 'DEDUCTION', 'COUPON', 'CHARGE_OFF')
  and not (j.journal_kind = 'ROLLOVER' and p.amount_cents < 0)`;

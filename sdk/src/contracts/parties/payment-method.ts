import * as z from 'zod/mini';

/**
 * PAYMENT_METHOD. How a customer pays. MPESA_PROMPT: a prompt on the phone; PAYBILL: the paybill with the repayment code;
 * VIRTUAL_ACCOUNT: a number of the loan’s own; BANK_TRANSFER: to our bank account.
 */
export const paymentMethod = z.enum(['MPESA_PROMPT', 'PAYBILL', 'VIRTUAL_ACCOUNT', 'BANK_TRANSFER']);

import * as z from 'zod/mini';

/** What of a person is masked, and may be shown in full against the reveal budget. */
export const revealField = z.enum(['customerName', 'phone', 'idCardNo', 'bankAccount', 'email']);

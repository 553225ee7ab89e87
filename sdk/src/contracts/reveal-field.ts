import * as z from 'zod/mini';

/**
 * What of a person is masked, and may be shown in full against the reveal budget. `address` is what follows the county of
 * where they live; `contacts` are the numbers of their address book and emergency contacts; `location` is where they were.
 */
export const revealField = z.enum([
  'customerName',
  'phone',
  'idCardNo',
  'bankAccount',
  'email',
  'address',
  'contacts',
  'location',
]);

import type { CallBasics } from '../../../http/implement.ts';
import { warnOfSignInFailures } from '../../platform/warnings/index.ts';
import type { Attempt } from './attempts.ts';

/** After a failure. A name that nobody has may be a password typed in the wrong field: it is not told. */
export async function warnOfLock(
  { db, address, services }: Pick<CallBasics, 'db' | 'address' | 'services'>,
  attempt: Attempt,
  userNo: string | null,
): Promise<void> {
  const { limits } = attempt;
  if (attempt.isLastOfUser && userNo !== null) {
    await warnOfSignInFailures(db, services, { userNo }, limits.user);
  }
  if (attempt.isLastOfAddress) {
    await warnOfSignInFailures(db, services, { address }, limits.address);
  }
}

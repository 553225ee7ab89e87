import type { FileSubject } from '../../platform/files/index.ts';
import { mayDecideFor } from './people.ts';

/** Certificates of corrections: seen by the person and by whoever decides their requests. */
export const correctionVouchers: FileSubject = {
  subjectType: 'scheduleCorrection',
  sees: async (db, caller, subjectNo) => subjectNo === caller.userNo || (await mayDecideFor(db, caller, subjectNo)),
};

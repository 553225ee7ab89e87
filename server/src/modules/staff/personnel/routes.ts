import type { personnel } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type CommandContext, implement, type Implementation } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { loadByHour, previewAway } from './away.ts';
import { type personnelBatchKind, queuePersonnelBatch } from './batch-job.ts';
import { freezePersonnel, unfreezePersonnel } from './freeze.ts';
import type { personnelExport } from './export.ts';
import { personnelOf } from './query.ts';
import { presentPersonnel, readPersonnel, seesMerchant } from './read.ts';
import { shiftsOf, userMerchantsOf } from './person.ts';
import { previewSync, syncPersonnel } from './sync.ts';
import { updatePersonnel } from './update.ts';
import type { PersonnelWork } from './works.ts';

interface Section {
  readonly endpoints: personnel.PersonnelEndpoints;
  readonly work: PersonnelWork;
  readonly batchKind: ReturnType<typeof personnelBatchKind>;
  readonly exported: ReturnType<typeof personnelExport>;
  /** Freezes the account as well; the accounts' own module does it. Answers the sessions ended. */
  freezeSignIn(userNo: string, reason: string | undefined, call: CommandContext): Promise<number>;
}

/** The reads of one section's personnel page. */
function reads({ endpoints, work, exported }: Section): Implementation[] {
  const { kind } = work;
  return [
    implement(endpoints.page, personnelOf(endpoints, work).page),
    implement(endpoints.exportList, exported.queue),
    implement(endpoints.detail, async ({ userNo }, { caller, db }) => {
      const [record] = await readPersonnel(db, kind, caller.scope, [userNo]);
      if (!record) throw new AppError('PERSONNEL_NOT_FOUND');
      const merchants = await userMerchantsOf(db, userNo);
      return {
        ...presentPersonnel(record, caller, work),
        userMerchants: merchants.filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo)),
        shifts: await shiftsOf(db, userNo),
        history: await readHistory(db, work.subjectType, userNo),
      };
    }),
    implement(endpoints.away, async ({ userNo }, { caller, db }) => previewAway(db, work, userNo, caller)),
    implement(endpoints.hours, async ({ days }, { caller, db }) => loadByHour(db, work, days, caller)),
    implement(endpoints.syncPreview, async (_, { caller, db }) => {
      const { newcomers: _newcomers, ...plan } = await previewSync(db, work, caller);
      return plan;
    }),
  ];
}

/** Everything of one section's personnel page. */
export function personnelRoutes(section: Section): Implementation[] {
  const { endpoints, work } = section;
  return [
    ...reads(section),
    implement(endpoints.sync, async (_, call) => await syncPersonnel(work, call)),
    implement(endpoints.update, async (form, call) =>
      presentPersonnel(await updatePersonnel(work, form, call), call.caller, work),
    ),
    implement(endpoints.batchUpdate, async (batch, call) => ({
      jobNo: await queuePersonnelBatch(section.batchKind, batch, call),
    })),
    implement(endpoints.freeze, async ({ userNo, reason, alsoSignIn }, call) => {
      if (alsoSignIn && !call.caller.codes.has('user:user:freeze')) throw new AppError('FORBIDDEN');
      await work.refuseFreeze?.(call.tx, userNo);
      const sentBack = await freezePersonnel(work, { userNo, reason }, call);
      const sessionsEnded = alsoSignIn ? await section.freezeSignIn(userNo, reason, call) : null;
      return { sentBack, sessionsEnded };
    }),
    implement(endpoints.unfreeze, async (request, call) =>
      presentPersonnel(await unfreezePersonnel(work, request, call), call.caller, work),
    ),
  ];
}

import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { dataRequestMachine } from './data-request.machine.ts';
import type { DataRequestStatus, DataRequestTable } from './tables.ts';

export type DataRequest = Selectable<DataRequestTable>;
export interface Moved {
  readonly requestNo: string;
  readonly requestStatus: DataRequestStatus;
  readonly version: number;
}
type Command = 'verify' | 'decline' | 'handOver' | 'object' | 'submit' | 'approve' | 'giveBack';

interface Step {
  /** Null where nobody did it: a request for approval that expired. */
  readonly userNo: string | null;
  readonly note?: string | undefined;
  readonly change?: Partial<Pick<DataRequest, 'answer' | 'handlerUserNo' | 'identityCheck' | 'objectionScope'>> & {
    readonly verifiedBy?: string;
    readonly verifiedAt?: Date;
    readonly submittedBy?: string;
    readonly corrections?: string;
  };
}

/** Locks a request within the scope. @throws AppError DATA_REQUEST_NOT_FOUND */
export async function lockRequest(tx: Tx, requestNo: string, scope: DataScope): Promise<DataRequest> {
  return await lockOne(tx, tx.selectFrom('dataRequest').selectAll().where('requestNo', '=', requestNo), {
    missing: 'DATA_REQUEST_NOT_FOUND',
    subject: `data request ${requestNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** The same, where the command fits its kind. @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND */
export async function lockOfKind(
  tx: Tx,
  requestNo: string,
  kind: DataRequest['requestKind'],
  scope: DataScope,
): Promise<DataRequest> {
  const request = await lockRequest(tx, requestNo, scope);
  if (request.requestKind !== kind) throw new AppError('DATA_REQUEST_KIND');
  return request;
}

/** The one way a request changes its state: by its machine, with a row of its history. @throws AppError ILLEGAL_TRANSITION */
export async function moveRequest(tx: Tx, before: DataRequest, command: Command, step: Step): Promise<Moved> {
  const { requestNo } = before;
  const requestStatus = advance(dataRequestMachine, before.requestStatus, command);
  const isClosed = requestStatus === 'FULFILLED' || requestStatus === 'DECLINED';
  await tx
    .updateTable('dataRequest')
    .set((eb) => ({
      ...step.change,
      requestStatus,
      ...(isClosed && { closedAt: new Date() }),
      version: eb('version', '+', 1),
    }))
    .where('requestNo', '=', requestNo)
    .execute();
  await addEvent(tx, { requestNo, command, from: before.requestStatus, to: requestStatus, ...step });
  return { requestNo, requestStatus, version: before.version + 1 };
}

/** A row of the history, which nothing changes. */
export async function addEvent(
  tx: Tx,
  step: {
    readonly requestNo: string;
    readonly command: string;
    readonly from: DataRequestStatus | null;
    readonly to: DataRequestStatus;
    readonly userNo: string | null;
    readonly note?: string | undefined;
  },
): Promise<void> {
  const { requestNo, command, from, to, userNo, note } = step;
  await tx
    .insertInto('dataRequestEvent')
    .values({ requestNo, command, fromStatus: from, toStatus: to, userNo, note: note ?? null })
    .execute();
}

/** Audits a step: what changed of the request, never what it says of the person. */
export async function auditStep(
  call: CommandContext,
  action: string,
  { requestNo, merchantNo, requestStatus }: Pick<DataRequest, 'requestNo' | 'merchantNo' | 'requestStatus'>,
  after: Readonly<Record<string, unknown>>,
  reason?: string,
): Promise<void> {
  await writeAudit(call.tx, call, {
    action: `dataRequest.${action}`,
    subjectType: 'dataRequest',
    subjectNo: requestNo,
    merchantNo,
    before: { requestStatus },
    after,
    ...(reason !== undefined && { reason }),
  });
}

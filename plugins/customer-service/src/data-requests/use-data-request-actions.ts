import { change, dataRequest, type RequestOf } from '@kituo/sdk/contracts';
import { type List, useAction } from '@kituo/sdk/page';
import type { DataRequestRow } from './data-request-fields.ts';

export interface AnswerValues extends Record<string, unknown> {
  readonly answer: string;
}
export interface VerifyValues extends Record<string, unknown> {
  readonly identityCheck: RequestOf<typeof dataRequest.verify>['identityCheck'];
  readonly note: string | null;
}
export interface ObjectValues extends AnswerValues {
  readonly objectionScope: RequestOf<typeof dataRequest.object>['objectionScope'];
}
export interface CorrectValues extends Record<string, unknown> {
  readonly customerName: string | null;
  readonly phone: string | null;
  readonly idCardNo: string | null;
  readonly birthDate: string | null;
  readonly county: string | null;
  readonly employer: string | null;
  readonly reason: string;
}

const facts = ({ requestNo }: DataRequestRow) => ({ name: requestNo });
const answered = ({ requestNo }: DataRequestRow, { answer }: AnswerValues) => ({ requestNo, answer });

const FIELDS = ['customerName', 'phone', 'idCardNo', 'birthDate', 'county', 'employer'] as const;

/** Only what was filled in is corrected. */
function correctionsOf(values: CorrectValues): RequestOf<typeof dataRequest.correct>['corrections'] {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const given = (values[field] ?? '').trim();
      return given === '' ? [] : [[field, given]];
    }),
  );
}

/** What is done with a data request, each by the server's leave. */
export function useDataRequestActions(list: List<DataRequestRow>) {
  const shared = { list, facts };
  const waits = { ...shared, waitsIn: change.changeFamilies.customerAccount };
  return {
    verify: useAction({
      ...shared,
      name: 'verify',
      endpoint: dataRequest.verify,
      request: ({ requestNo }: DataRequestRow, { identityCheck, note }: VerifyValues) => ({
        requestNo,
        identityCheck,
        ...(note !== null && note.trim() !== '' && { note: note.trim() }),
      }),
    }),
    makeCopy: useAction({
      ...shared,
      name: 'makeCopy',
      endpoint: dataRequest.makeCopy,
      request: ({ requestNo }: DataRequestRow) => ({ requestNo }),
    }),
    handOver: useAction({ ...shared, name: 'handOver', endpoint: dataRequest.handOver, request: answered }),
    object: useAction({
      ...shared,
      name: 'object',
      endpoint: dataRequest.object,
      request: ({ requestNo }: DataRequestRow, { objectionScope, answer }: ObjectValues) => ({
        requestNo,
        objectionScope,
        answer,
      }),
    }),
    correct: useAction({
      ...waits,
      name: 'correct',
      endpoint: dataRequest.correct,
      request: ({ requestNo }: DataRequestRow, values: CorrectValues) => ({
        requestNo,
        corrections: correctionsOf(values),
        reason: values.reason,
      }),
    }),
    erase: useAction({
      ...waits,
      name: 'erase',
      endpoint: dataRequest.erase,
      request: ({ requestNo }: DataRequestRow, { reason }: { reason: string }) => ({ requestNo, reason }),
      isDangerous: true,
    }),
    decline: useAction({ ...shared, name: 'decline', endpoint: dataRequest.decline, request: answered }),
  };
}

import type { nineFour } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { faultIn, toldBy } from '../../platform/gateways/index.ts';
import { maskDigits, maskPhone } from '../../platform/masking/index.ts';

type IntakeStatus = z.output<typeof nineFour.intakeStatus>;

interface StoredIntake {
  readonly callbackId: number;
  readonly receivedAt: Date;
  readonly topic: string;
  readonly content: Buffer;
  readonly callbackStatus: string;
  readonly attempts: number;
  readonly repeats: number;
  readonly fault: string | null;
  readonly duplicateOf: number | null;
  readonly signatureCheck: z.output<typeof nineFour.signatureCheck> | null;
  readonly version: number;
}

/** In the words of the vendor's pages. What failed once is tried again until it succeeds. */
export function intakeStatusOf({
  callbackStatus,
  attempts,
}: Pick<StoredIntake, 'callbackStatus' | 'attempts'>): IntakeStatus {
  if (callbackStatus === 'PROCESSED' || callbackStatus === 'DUPLICATE') return callbackStatus;
  if (callbackStatus === 'IGNORED') return 'UNMATCHED';
  if (callbackStatus === 'RECEIVED') return attempts === 0 ? 'RECEIVED' : 'ERROR';
  return callbackStatus === 'HELD' ? 'ERROR' : 'REJECTED';
}

const OPEN: readonly IntakeStatus[] = ['ERROR', 'UNMATCHED', 'REJECTED'];
/** Whether it can be worked off again: what had no effect, but for what nobody has proved to be the gateway's. */
export const isOpen = (row: Pick<StoredIntake, 'callbackStatus' | 'attempts'>): boolean =>
  row.callbackStatus !== 'UNPROVEN' && OPEN.includes(intakeStatusOf(row));

/** The same of rows `s` of `gateway_callback_state`, as a filter. */
export function isIntake(status: IntakeStatus): RawBuilder<boolean> {
  switch (status) {
    case 'PROCESSED':
      return sql`s.callback_status = 'PROCESSED'`;
    case 'DUPLICATE':
      return sql`s.callback_status = 'DUPLICATE'`;
    case 'UNMATCHED':
      return sql`s.callback_status = 'IGNORED'`;
    case 'RECEIVED':
      return sql`(s.callback_status = 'RECEIVED' and s.attempts = 0)`;
    case 'ERROR':
      return sql`(s.callback_status = 'HELD' or (s.callback_status = 'RECEIVED' and s.attempts > 0))`;
    case 'REJECTED':
      return sql`s.callback_status in ('REFUSED', 'SET_ASIDE', 'UNPROVEN')`;
  }
}

/** What every page of reports shows of one, and its fields by name. */
export function intakeOf(row: StoredIntake, lang: 'en' | 'zh') {
  const { fields } = toldBy(row);
  const at = Date.parse(fields.get('endedAt') ?? fields.get('eventAt') ?? fields.get('date') ?? '');
  return {
    told: fields,
    shown: {
      intakeId: String(row.callbackId),
      receivedAt: row.receivedAt.toISOString(),
      lagSeconds: Number.isNaN(at) ? null : Math.max(0, Math.round((row.receivedAt.getTime() - at) / 1000)),
      attempts: row.attempts,
      repeats: row.repeats,
      duplicateOf: row.duplicateOf === null ? null : String(row.duplicateOf),
      intakeStatus: intakeStatusOf(row),
      error: row.fault === null ? null : faultIn(lang, row.fault),
      signatureCheck: row.signatureCheck,
      fields: [...fields].slice(0, 60).map(([name, value]) => ({ name, value: redacted(name, value) })),
      version: row.version,
    },
  };
}

/** Texts of people and their numbers do not leave the server in a report's fields. */
function redacted(name: string, value: string): string {
  if (/phone|msisdn|^from$/i.test(name)) return maskPhone(value);
  return /text|transcript/i.test(name) ? maskDigits(value) : value;
}

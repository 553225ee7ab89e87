import type { quality } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { advance, allowedActions, type StateOf } from '../../../state-machine/index.ts';
import { qualitySettingMachine } from './quality-setting.machine.ts';

type SettingStatus = StateOf<typeof qualitySettingMachine>;
export type SettingStep = Exclude<quality.SettingAction, 'update'>;

const SAVE = 'quality:sheet:save';
const APPROVE = 'quality:sheet:approve';

/** What a person may do with a sheet or a rule now. */
export function settingActions({ codes, userNo }: Caller, status: SettingStatus, updatedBy: string) {
  const moves: readonly string[] = allowedActions(qualitySettingMachine, status);
  const may = (action: SettingStep, code: string) =>
    codes.has(code) && moves.includes(action === 'return' ? 'sendBack' : action);
  const is = {
    update: codes.has(SAVE) && status !== 'PENDING_APPROVAL',
    submit: may('submit', SAVE),
    approve: may('approve', APPROVE) && updatedBy !== userNo,
    return: may('return', APPROVE),
    enable: may('enable', APPROVE),
    disable: may('disable', APPROVE),
  };
  return (['update', 'submit', 'approve', 'return', 'enable', 'disable'] as const).filter((action) => is[action]);
}

interface Stored {
  readonly status: SettingStatus;
  readonly version: number;
  readonly updatedBy: string;
}

/** Where a step leads. @throws AppError STALE, ILLEGAL_TRANSITION, MAKER_IS_CHECKER */
export function stepped(before: Stored, step: SettingStep, version: number, userNo: string): SettingStatus {
  if (before.version !== version) throw new AppError('STALE');
  const status = advance(qualitySettingMachine, before.status, step === 'return' ? 'sendBack' : step);
  if (step === 'approve' && before.updatedBy === userNo) throw new AppError('MAKER_IS_CHECKER');
  return status;
}

/** Where an edit leads: a draft stays one. @throws AppError STALE, ILLEGAL_TRANSITION */
export function edited(before: Stored, version: number | undefined): SettingStatus {
  if (before.version !== version) throw new AppError('STALE');
  return before.status === 'DRAFT' ? 'DRAFT' : advance(qualitySettingMachine, before.status, 'edit');
}

import type { inboundConfig } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { inboundSettingMachine } from './inbound-setting.machine.ts';

type SettingState = inboundConfig.RuleRow['ruleState'];
/** Steps of a rule or an activity beside its saving. */
export type SettingStep = 'approve' | 'reject' | 'enable' | 'disable';

/** What a person may do with a rule (`inbound`) or an activity now. */
export function settingActions(
  { codes, userNo }: Caller,
  family: 'activity' | 'inbound',
  { state, makerUserNo }: { readonly state: SettingState; readonly makerUserNo: string },
) {
  const moves: readonly string[] = allowedActions(inboundSettingMachine, state);
  const mayChange = codes.has(`telemarketing:${family}:save`);
  const decides =
    codes.has(`telemarketing:${family}:approve`) && makerUserNo !== userNo && state === 'PENDING_APPROVAL';
  const is = {
    approve: decides,
    reject: decides,
    update: mayChange && moves.includes('submit'),
    enable: mayChange && moves.includes('enable'),
    disable: mayChange && moves.includes('disable'),
  };
  return (['approve', 'reject', 'update', 'enable', 'disable'] as const).filter((action) => is[action]);
}

/** What a decision writes beside the state. @throws AppError MAKER_IS_CHECKER */
export function decisionOf(
  step: SettingStep,
  { makerUserNo }: { readonly makerUserNo: string },
  { userNo }: Caller,
  reason: string | undefined,
): { readonly checkerUserNo?: string; readonly decisionReason?: string | null } {
  if (step !== 'approve' && step !== 'reject') return {};
  if (makerUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  return { checkerUserNo: userNo, decisionReason: reason ?? null };
}

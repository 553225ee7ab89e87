import type { auth } from '@kituo/sdk/contracts';
import type { StepPurpose } from '../../../db/sign-in-schema.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { demandsOn } from './sign-in-policy.ts';
import { openStep, spendStep } from './sign-in-step.ts';
import type { StepOwner } from './sign-in-step.ts';
import { deviceOfRequest, rememberDevice } from './known-device.ts';
import { startSession } from './start-session.ts';
import { channelsFor } from './validate-code.ts';

async function waitFor(call: CallBasics, userNo: string, nextStep: StepPurpose): Promise<auth.SignInReply> {
  const channels = nextStep === 'VALIDATE_CODE' ? await channelsFor(call, userNo) : [];
  const step = { ...(await openStep(call.db, userNo, nextStep)), channels };
  return { token: '', nextStep, userInfo: null, step };
}

export interface Progress {
  /** A code was requested by choice. */
  readonly wantsCode: boolean;
  /** The step whose code was right; null before that. */
  readonly validated: string | null;
}

/** After a right password: what is still to be done, in the order VALIDATE_CODE, MFA_CODE or MFA_BIND; else the session. */
export async function nextStepOf(
  call: CallBasics,
  person: StepOwner,
  { wantsCode, validated }: Progress,
): Promise<auth.SignInReply> {
  const { userNo } = person;
  const demands = await demandsOn(call.db, userNo, deviceOfRequest(call.raw));
  if (validated === null && (wantsCode || demands.mustValidate)) {
    return await waitFor(call, userNo, 'VALIDATE_CODE');
  }
  if (validated !== null) {
    await call.db.transaction().execute(async (tx) => {
      await spendStep(tx, validated);
      await rememberDevice(tx, call.raw, userNo, { provedByCode: true });
    });
  }
  if (demands.isMfaBound) return await waitFor(call, userNo, 'MFA_CODE');
  if (demands.mustHaveMfa) return await waitFor(call, userNo, 'MFA_BIND');
  return await startSession(call, person);
}

// Verification codes on the desk of customer service, and what the app asks for.

import { verificationCode } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import type { RevealKind } from '../../platform/reveal/index.ts';
import { codeIn } from '../../platform/verification-codes/index.ts';
import { checkFromApp, sendToApp } from './app.ts';
import { readArrivals } from './arrivals.ts';
import { readVerificationCode, verificationCodeExport, verificationCodes } from './list.ts';
import { resendCode } from './resend.ts';

/** A code that is valid, read out to its owner; never one that signs somebody in. */
const revealCode: RevealKind = {
  kind: 'verificationCode.code',
  title: { en: 'Verification code', zh: '验证码' },
  field: 'phone',
  access: { code: ['operation:verificationCode:reveal'] },
  async load(db, codeNo, caller, { vault }) {
    const kept = await verificationCodes.stored(codeNo, { db, caller });
    if (kept.codePurpose === 'LOGIN' || kept.codePurpose === 'STAFF_LOGIN') {
      throw new AppError('VERIFICATION_REVEAL_NEVER');
    }
    const code = codeIn(vault, kept);
    if (code === null) throw new AppError('VERIFICATION_CODE_OVER');
    return code;
  },
};

export const verificationCodesModule = defineModule({
  name: 'verification-codes',
  routes: [
    implement(verificationCode.page, verificationCodes.page),
    implement(verificationCode.exportList, verificationCodeExport.queue),
    implement(verificationCode.arrivals, readArrivals),
    implement(verificationCode.detail, readVerificationCode),
    implement(verificationCode.resend, resendCode),
    implement(verificationCode.send, sendToApp),
    implement(verificationCode.check, checkFromApp),
  ],
  exports: [verificationCodeExport.kind],
  reveals: [revealCode],
});

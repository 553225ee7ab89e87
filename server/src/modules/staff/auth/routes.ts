import { auth, mfa } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import type { Call } from '../../../http/implement.ts';
import { languageCodeOf } from '../../../http/language.ts';
import { sessionOfToken, tokenOf } from '../../platform/access/index.ts';
import { passwordPolicyNow } from '../../platform/configuration/index.ts';
import { offeredLanguages, textRevisions, withTextRevisions } from '../../platform/languages/index.ts';
import { countSlider } from './attempts.ts';
import { bootstrapFor, menusFor } from './bootstrap.ts';
import type { BootstrapAsker } from './bootstrap.ts';
import { changePassword } from './change-password.ts';
import { demoPeople } from './demo-people.ts';
import { externalTokenFor } from './external-token.ts';
import { bindOwn, mfaState, offerOwn } from './own-mfa.ts';
import { endOwnSessions, ownSessions, signOut } from './sessions.ts';
import { readSettings, saveSettings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { bindAtSignIn, offerAtSignIn, verifyMfa } from './sign-in-mfa.ts';
import { dealLetters, judgeLetters } from './slider-letters.ts';
import { dealQuestion, judgeAnswer } from './slider-question.ts';
import { dealSlider, judgeSlide, noSlider } from './slider.ts';
import { sendValidateCode } from './validate-code.ts';

async function askerOf(call: Call): Promise<BootstrapAsker> {
  const session = await sessionOfToken(call.db, tokenOf(call.raw.request), false);
  const rights = await call.services.rights.of(session.userNo, session.epoch);
  return { session, rights, language: languageCodeOf(call.raw.request) };
}

export const routes = [
  implement(auth.languageList, async (_, { db }) =>
    withTextRevisions(await offeredLanguages(db), await textRevisions(db), null),
  ),
  implement(auth.enabledLanguages, async (_, { db, services, caller: { pages } }) =>
    withTextRevisions(await offeredLanguages(db), await textRevisions(db), { services, pages }),
  ),
  implement(auth.demoPeople, async (_, call) => await demoPeople(call)),
  implement(auth.slider, async ({ mode = 'picture' }, { db, services, address, lang }) => {
    if (!services.settings.sliderCheck) return noSlider;
    await countSlider(db, address, mode);
    if (mode === 'letters') return dealLetters(db);
    return mode === 'question' ? dealQuestion(db, lang) : dealSlider(db);
  }),
  implement(auth.sliderVerify, async ({ sliderId, left, answer, letters }, { db }) => ({
    sliderTicket:
      letters !== undefined
        ? await judgeLetters(db, sliderId, letters)
        : answer === undefined
          ? await judgeSlide(db, sliderId, left ?? 0)
          : await judgeAnswer(db, sliderId, answer),
  })),
  implement(auth.account, async (_, { db, caller }) => {
    const { passwordChangedAt } = await db
      .selectFrom('appUser')
      .select('passwordChangedAt')
      .where('userNo', '=', caller.userNo)
      .executeTakeFirstOrThrow();
    return { passwordChangedAt: passwordChangedAt.toISOString() };
  }),
  implement(auth.externalToken, async ({ url }, call) => externalTokenFor(call, url, await askerOf(call))),
  implement(auth.login, signIn),
  implement(mfa.sendAuthUserValidateCode, sendValidateCode),
  implement(mfa.verifyMfa, verifyMfa),
  implement(mfa.signInQr, offerAtSignIn),
  implement(mfa.signInBind, bindAtSignIn),
  implement(mfa.state, async (_, call) => await mfaState(call)),
  implement(mfa.qr, offerOwn),
  implement(mfa.bind, bindOwn),
  implement(auth.signOut, (_, call) => signOut(call)),
  implement(auth.passwordRule, async (_, { db }) => {
    const { minLength, remembered } = await passwordPolicyNow(db);
    return { minLength, remembered };
  }),
  implement(auth.changePwd, changePassword),
  implement(auth.getBootstrap, async (_, call) => bootstrapFor(call.db, call.services, await askerOf(call))),
  implement(auth.findMenusTreeByUserNo, async (_, call) => menusFor(call.db, call.services, await askerOf(call))),
  implement(auth.getSetting, (_, { db, caller }) => readSettings(db, caller.userNo)),
  implement(auth.saveSetting, (changes, { tx, caller }) => saveSettings(tx, caller.userNo, changes)),
  implement(auth.sessionList, (_, { db, caller }) => ownSessions(db, caller)),
  implement(auth.sessionEnd, endOwnSessions),
];
